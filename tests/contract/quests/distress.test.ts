import { describe, expect, test } from 'vitest'
import { unanswered } from '#contract/quests/answers.ts'
import { pq16 } from '#contract/quests/catalog/pq16.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { QuestAnswer } from '#contract/quests/model.ts'
import { resultTexts } from '#contract/quests/response.ts'
import {
  accountPoints,
  earnsAt,
  earnAgainAfterMs,
  localPoints,
  risksSoFar,
  scoreQuest,
} from '#contract/quests/scoring.ts'

const calm = pq16.questions.map(({ id }): QuestAnswer => ({ questionId: id, value: 'False' }))

function answering(n: number, given: Omit<QuestAnswer, 'questionId'>): QuestAnswer[] {
  return calm.map((answer, index) =>
    index === n - 1 ? { questionId: answer.questionId, ...given } : answer,
  )
}

describe('distress', () => {
  test.each([
    [{ value: 'True' }, 'missing_distress'],
    [{ value: 'True', distress: 'Terribly' }, 'unknown_distress'],
    [{ value: 'False', distress: 'Not bothered' }, 'stray_distress'],
  ] as const)('of %j is refused as %s', (given, code) => {
    const scored = scoreQuest(pq16, answering(3, given))
    expect(scored).toEqual({ kind: 'refused', problem: { code, questionId: '6-3' } })
  })

  test('belongs to a true answer, which waits without it', () => {
    const answers = answering(3, { value: 'True', distress: 'Quite bothered' })
    expect(scoreQuest(pq16, answers)).toMatchObject({
      result: { scores: { symptoms: 1, distress: 2 }, band: 'few', risks: [] },
    })
    expect(unanswered(pq16, answers)).toEqual([])
    expect(unanswered(pq16, answering(3, { value: 'True' })).map(({ n }) => n)).toEqual([3])
  })

  test('raises help with the top level on voices, not below it', () => {
    const voices = (distress: string) => ({ questionId: '6-13', value: 'True', distress })
    expect(risksSoFar(pq16, [voices('Quite bothered')])).toEqual([])
    expect(risksSoFar(pq16, [voices('Very bothered')]).map(({ id }) => id)).toEqual(['pq16-voices'])
  })
})

describe('points', () => {
  test('on the phone are 10 an answer and 10 more for a true one with its distress', () => {
    expect(localPoints(pq16, [])).toBe(0)
    expect(localPoints(pq16, calm)).toBe(160)
    expect(localPoints(pq16, answering(1, { value: 'True' }))).toBe(160)
    expect(localPoints(pq16, answering(1, { value: 'True', distress: 'Not bothered' }))).toBe(170)
    expect(localPoints(pq16, [...calm, ...calm])).toBe(160)
    expect(localPoints(pq16, [{ questionId: '1-1', value: 'True' }])).toBe(0)
  })

  test('of the account are 10 a question, whatever was answered', () => {
    expect(accountPoints(pq16)).toBe(160)
  })

  test('are earned again after 14 days and not a moment before', () => {
    expect(earnsAt(1_000, undefined)).toBe(true)
    expect(earnsAt(1_000 + earnAgainAfterMs - 1, 1_000)).toBe(false)
    expect(earnsAt(1_000 + earnAgainAfterMs, 1_000)).toBe(true)
    expect(earnAgainAfterMs).toBe(1_209_600_000)
  })
})

describe('a version', () => {
  test('is loaded by its number, and one that never was is not there', async () => {
    expect(await loadQuest('pq16', 1)).toEqual(pq16)
    expect(await loadQuest('pq16', 0)).toBeUndefined()
    expect(await loadQuest('pq16', 2)).toBeUndefined()
  })

  test('of long ago still scores its own answers, and words its own result', async () => {
    const old = {
      ...pq16,
      version: 1,
      bands: pq16.bands.map((band) => ({ ...band, label: 'Old' })),
    }
    const now = { ...pq16, version: 2, questions: pq16.questions.slice(1) }
    const catalogue = { pq16: { 1: async () => old, 2: async () => now } }
    const quest = await loadQuest('pq16', 1, catalogue)
    const scored = quest && scoreQuest(quest, calm)
    if (!quest || scored?.kind !== 'scored') throw new Error('the old version did not score')
    expect(scored.result.version).toBe(1)
    expect(resultTexts(quest, scored.result).label).toBe('Old')
    expect((await loadQuest('pq16', 2, catalogue))?.questions).toHaveLength(15)
  })
})
