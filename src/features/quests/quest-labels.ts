import type { QuestCategory } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** What a category looks like and is called. */
export interface CategoryFace {
  readonly emoji: string
  readonly tint: 'lilac' | 'sun' | 'mint'
  readonly name: () => string
  readonly text: () => string
}

export const categoryFaces: Record<QuestCategory, CategoryFace> = {
  personality: {
    emoji: '🧩',
    tint: 'lilac',
    name: m.quests_category_personality,
    text: m.quests_category_personality_text,
  },
  mood: {
    emoji: '🌤️',
    tint: 'sun',
    name: m.quests_category_mood,
    text: m.quests_category_mood_text,
  },
  behavior: {
    emoji: '🎮',
    tint: 'mint',
    name: m.quests_category_behavior,
    text: m.quests_category_behavior_text,
  },
}

/** How long a quest takes who reads each challenge, in whole minutes. */
export function minutesFor(questions: number): number {
  return Math.max(1, Math.round(questions / 6))
}
