import { describe, expect, test } from 'vitest'
import { timelineOf } from '#src/features/chat/window/message-list.tsx'
import { me, shownMessage } from './shown.ts'

const dayMs = 24 * 3_600_000

describe('timelineOf', () => {
  test('a day line stands before the first message of each day', () => {
    const first = shownMessage(1)
    const next = shownMessage(2, { at: first.at + dayMs })
    const items = timelineOf([first, shownMessage(1.5), next], { userId: me, readSeq: null })
    expect(items.map(({ kind }) => kind)).toEqual(['day', 'message', 'message', 'day', 'message'])
  })

  test('what one person wrote within five minutes stands together', () => {
    const [a, b] = [shownMessage(1), shownMessage(2)]
    const later = shownMessage(3, { at: b.at + 5 * 60_000 + 1 })
    const mine = shownMessage(4, { senderId: me, at: later.at + 1 })
    const items = timelineOf([a, b, later, mine], { userId: me, readSeq: null })
    const places = items.flatMap((item) =>
      item.kind === 'message' ? [{ first: item.first, last: item.last, mine: item.mine }] : [],
    )
    expect(places).toEqual([
      { first: true, last: false, mine: false },
      { first: false, last: true, mine: false },
      { first: true, last: true, mine: false },
      { first: true, last: true, mine: true },
    ])
  })

  test('the line of what is new stands before the first unread message of the other one', () => {
    const messages = [1, 2, 3, 4].map((seq) => shownMessage(seq, seq === 3 ? { senderId: me } : {}))
    const items = timelineOf(messages, { userId: me, readSeq: 2 })
    expect(items.map(({ key }) => key)).toEqual([
      'day message 1',
      'message 1',
      'message 2',
      'message 3',
      'fresh',
      'message 4',
    ])
  })

  test('there is no such line where everything was read, nor before what waits here', () => {
    const waiting = shownMessage(2, { seq: null, senderId: me })
    const items = timelineOf([shownMessage(1), waiting], { userId: me, readSeq: 1 })
    expect(items.some(({ kind }) => kind === 'fresh')).toBe(false)
  })
})
