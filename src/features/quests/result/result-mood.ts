import type { Quest, QuestResult } from '#contract/quests/model.ts'
import { opensHelp } from '../play.ts'

/**
 * How a result is met. `cheer`: with a trophy; `soft`: a sensitive quest that came out light; `care` and `urgent`: a
 * heavy band or an answer that raised a risk, which is not cheered.
 */
export type ResultMood = 'cheer' | 'soft' | 'care' | 'urgent'

export function resultMood(quest: Quest, { tone, risks }: QuestResult): ResultMood {
  const grave = quest.risks.some((rule) => risks.includes(rule.id) && opensHelp(rule))
  if (tone === 'urgent' || grave) return 'urgent'
  if (tone === 'care' || risks.length > 0) return 'care'
  return quest.sensitive ? 'soft' : 'cheer'
}
