import { describe, expect, test } from 'vitest'
import {
  newerWindow,
  newestWindow,
  olderWindow,
  sameWhereEqual,
} from '#src/features/chat/chat-resource.ts'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'

/** The places that a window shows of a chat whose places run from 1 to `newest`. */
function shownIn({ count, upToSeq }: typeof newestWindow, newest: number): number[] {
  const last = upToSeq ?? newest
  const first = Math.max(1, last - count + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

describe('the window on a long history', () => {
  test('walks back to the first of 10,000 messages and forth again, over every one, and stays small', () => {
    const newest = 10_000
    const seen = new Set<number>()
    let window = newestWindow
    for (let step = 0; shownIn(window, newest)[0] !== 1 && step < 1_000; step += 1) {
      const shown = shownIn(window, newest)
      for (const seq of shown) seen.add(seq)
      expect(shown.length).toBeLessThanOrEqual(240)
      const next = olderWindow(window, shown)
      // What is looked at stays on screen.
      expect(shownIn(next, newest)).toContain(shown[0])
      window = next
    }
    for (const seq of shownIn(window, newest)) seen.add(seq)
    expect(seen.size).toBe(newest)
    for (let step = 0; window.upToSeq !== null && step < 1_000; step += 1) {
      const shown = shownIn(window, newest)
      window = newerWindow(window, newest)
      expect(shownIn(window, newest)).toContain(shown.at(-1))
    }
    expect(shownIn(window, newest).at(-1)).toBe(newest)
  })

  test('that is not full yet lets go of nothing: what is older is still on its way', () => {
    const full = { count: 240, upToSeq: 500 }
    const shown = Array.from({ length: 200 }, (_, index) => 301 + index)
    expect(olderWindow(full, shown)).toBe(full)
    expect(olderWindow(full, [...Array(40).fill(0), ...shown])).toEqual({
      count: 240,
      upToSeq: 440,
    })
  })

  test('an open end stays open', () => {
    expect(newerWindow(newestWindow, 500)).toBe(newestWindow)
  })
})

describe('messages that were read again', () => {
  const message = (id: string, change: Partial<ShownMessage> = {}): ShownMessage => ({
    id,
    senderId: 'lina',
    content: 'Hi',
    fileUrl: null,
    file: null,
    at: 0,
    seq: 1,
    deleted: false,
    sealedUntil: null,
    quote: null,
    reactions: [],
    delivery: { status: 'sent' },
    ...change,
  })

  test('are the same objects where nothing about them changed, wherever they stand now', () => {
    const [one, two, three] = [message('one'), message('two'), message('three')]
    const read = sameWhereEqual(
      [one, two, three],
      [
        message('two'),
        message('three', { reactions: [{ userId: 'omar', reaction: 'heart' }] }),
        message('four'),
      ],
    )
    expect(read[0]).toBe(two)
    expect(read[1]).not.toBe(three)
    expect(read.map(({ id }) => id)).toEqual(['two', 'three', 'four'])
    expect(read[1]?.reactions).toHaveLength(1)
  })
})
