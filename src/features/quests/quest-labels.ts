import type { QuestCategory } from '#contract/quests/model.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** What a category looks like and is called. */
export interface CategoryFace {
  readonly tint: 'lilac' | 'sun' | 'mint'
  readonly name: () => string
  readonly text: () => string
}

export const categoryFaces: Record<QuestCategory, CategoryFace> = {
  personality: {
    tint: 'lilac',
    name: m.quests_category_personality,
    text: m.quests_category_personality_text,
  },
  mood: {
    tint: 'sun',
    name: m.quests_category_mood,
    text: m.quests_category_mood_text,
  },
  behavior: {
    tint: 'mint',
    name: m.quests_category_behavior,
    text: m.quests_category_behavior_text,
  },
}

/** Why a quest is suggested after a low answer of a tracker. */
export const pickTexts: Record<TrackerType, () => string> = {
  Mood: m.quests_pick_mood,
  Fitness: m.quests_pick_fitness,
  Sleep: m.quests_pick_sleep,
  Diet: m.quests_pick_diet,
}

/** How long a quest takes who reads each challenge, in whole minutes. */
export function minutesFor(questions: number): number {
  return Math.max(1, Math.round(questions / 6))
}
