import { describe, expect, test } from 'vitest'
import type { QuestResult } from '#contract/quests/model.ts'
import { questTypes } from '#contract/quests/quest-types.gen.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'
import { resultMood } from '#src/features/quests/play.ts'
import { answersTo, questOf } from '#tests/support/quests.ts'

const every = await Promise.all(questTypes.map((type) => questOf(type)))

function resultOf(quest: (typeof every)[number], place: number): QuestResult {
  const scored = scoreQuest(
    quest,
    answersTo(quest, () => place),
  )
  if (scored.kind === 'refused') throw new Error(quest.type)
  return scored.result
}

describe('a result', () => {
  test('of 55 of 56 worries is urgent and cheers nobody', async () => {
    const hama = await questOf('hama')
    const answers = answersTo(hama, (n) => (n === 1 ? 3 : 4))
    const scored = scoreQuest(hama, answers)
    if (scored.kind === 'refused') throw new Error('refused')
    expect(scored.result.scores['total']).toBe(55)
    expect(resultMood(hama, scored.result)).toBe('urgent')
  })

  test('is cheered on a calm or steady band alone, without a risk, on no sensitive quest', () => {
    for (const quest of every) {
      const result = resultOf(quest, 0)
      for (const tone of ['calm', 'steady', 'care', 'urgent'] as const) {
        const mood = resultMood(quest, { ...result, tone, risks: [] })
        const light = quest.sensitive ? 'soft' : 'cheer'
        expect([quest.type, mood]).toEqual([
          quest.type,
          tone === 'calm' || tone === 'steady' ? light : tone,
        ])
        for (const { id, action } of quest.risks) {
          const heavy = action === 'crisis_now' || action === 'help_now' || tone === 'urgent'
          expect([id, resultMood(quest, { ...result, tone, risks: [id] })]).toEqual([
            id,
            heavy ? 'urgent' : 'care',
          ])
        }
      }
    }
  })
})
