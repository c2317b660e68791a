import { describe, expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import { questShelf } from '#contract/quests/shelf.ts'
import { questPicks } from '#src/features/quests/quest-labels.tsx'
import type { QuestLists, QuestProgress } from '#src/features/quests/quests-resource.ts'

const today = '2026-11-22' as LocalDate
const quests = questShelf.map((card) => ({
  ...card,
  open: card.release === 'default',
  problem: undefined,
}))

function picks(given: Partial<QuestLists> & { played?: Record<number, QuestProgress> } = {}) {
  const { played = {}, ...lists } = given
  const progress = new Map(Object.entries(played).map(([id, how]) => [Number(id), how]))
  return questPicks({ quests, progress, gender: undefined, lowAnswers: [], today, ...lists })
}

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)

describe('what the list of quests begins with', () => {
  test('are the three shortest light quests that can be played, and the next one for today', () => {
    const { start, pick } = picks()
    expect(idsOf(start)).toEqual([8, 2, 4])
    expect(start.some(({ sensitive }) => sensitive)).toBe(false)
    expect(pick).toMatchObject({ why: 'next', quest: { id: 7 } })
  })

  test('leaves out what is done or begun, and what the server has switched off', () => {
    const closed = quests.map((quest) => (quest.id === 4 ? { ...quest, open: false } : quest))
    const played = { 8: { playedOn: '2026-11-20' }, 2: { at: 3 } }
    expect(idsOf(picks({ quests: closed, played }).start)).toEqual([7, 21, 23])
  })

  test('is nothing that was played less than two weeks ago', () => {
    const days = (on: string) =>
      Object.fromEntries(questShelf.map(({ id }) => [id, { playedOn: on }]))
    expect(picks({ played: days('2026-11-09') })).toEqual({ pick: undefined, start: [] })
    expect(picks({ played: days('2026-11-08') }).pick).toMatchObject({ why: 'again' })
  })
})

describe('after a low answer', () => {
  test('the quest of that tracker is suggested in the words of the specification', () => {
    const low = { type: 'Sleep', day: '2026-11-21', score: 1 } as const
    expect(picks({ lowAnswers: [low] }).pick).toMatchObject({
      why: 'answer',
      tracker: 'Sleep',
      strength: 'Highly recommend',
      quest: { id: 21 },
    })
    expect(picks({ lowAnswers: [{ ...low, score: 2 }] }).pick).toMatchObject({
      strength: 'Consider',
    })
  })

  test('the same quest is not suggested again for two weeks, nor twice on one page', () => {
    const lowAnswers = [{ type: 'Sleep', day: '2026-11-21', score: 1 }] as const
    const played = { 21: { playedOn: '2026-11-20' }, 1: { playedOn: '2026-11-20' } }
    expect(picks({ lowAnswers, played }).pick).toMatchObject({ why: 'next' })
    const done = Object.fromEntries([8, 2, 4].map((id) => [id, { playedOn: '2026-11-20' }]))
    const { pick, start } = picks({ lowAnswers, played: done })
    expect([pick?.quest.id, idsOf(start)]).toEqual([21, [7, 23, 11]])
  })
})
