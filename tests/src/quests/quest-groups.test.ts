import { describe, expect, test } from 'vitest'
import { questShelf } from '#contract/quests/shelf.ts'
import { questGroups } from '#src/features/quests/quest-labels.tsx'

const quests = questShelf.map((card) => ({ ...card, open: card.id !== 4, problem: undefined }))
const nobody = { gender: undefined, all: false }
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)

describe('the list of quests', () => {
  test('keeps the sensitive ones apart, and those that can be played first', () => {
    const { plain, sensitive, leftOut } = questGroups(quests, new Map(), nobody)
    expect(sensitive.every((quest) => quest.sensitive)).toBe(true)
    expect(plain.some((quest) => quest.sensitive)).toBe(false)
    expect(plain.at(-1)?.id).toBe(4)
    expect(plain.length + sensitive.length).toBe(23)
    expect(leftOut).toBe(0)
  })

  test('leaves the quest on a baby out for a boy, until he asks for all', () => {
    const boy = questGroups(quests, new Map(), { gender: 'Male', all: false })
    expect([idsOf(boy.sensitive).includes(5), boy.leftOut]).toEqual([false, 1])
    const all = questGroups(quests, new Map(), { gender: 'Male', all: true })
    expect([idsOf(all.sensitive).includes(5), all.leftOut]).toEqual([true, 0])
  })

  test('leaves nothing out for a girl, for whom it does not know, or of what was begun or played', () => {
    for (const gender of ['Female', undefined]) {
      expect(questGroups(quests, new Map(), { gender, all: false }).leftOut).toBe(0)
    }
    for (const stand of [{ at: 3 }, { playedOn: '2026-11-01' }]) {
      const { leftOut } = questGroups(quests, new Map([[5, stand]]), { gender: 'Male', all: false })
      expect(leftOut).toBe(0)
    }
  })
})
