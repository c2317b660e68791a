import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProblemError } from '#server/http/routing/problem.ts'
import { bodyPace, watchPace } from '#server/http/uploads/receive-body.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A body that begins to be read after what came before it on its connection. */
function watched() {
  const socket = { bytesRead: 5_000_000 }
  const incoming = { socket, complete: false }
  const given: string[] = []
  const end = watchPace(incoming as unknown as IncomingMessage, bodyPace, (problem: ProblemError) =>
    given.push(problem.body.code),
  )
  /** So many kilobytes in each second. */
  const seconds = (count: number, kilobytes: number) => {
    for (let second = 0; second < count; second += 1) {
      socket.bytesRead += kilobytes * 1_000
      vi.advanceTimersByTime(1_000)
    }
  }
  return { incoming, given, end, seconds }
}

test('a bad mobile link is fast enough for as long as it takes', () => {
  const { given, seconds } = watched()
  seconds(240, 1)
  expect(given).toEqual([])
})

test('a link that is away for a whole window is too slow, one that comes back within it is not', () => {
  const { given, seconds } = watched()
  seconds(30, 10)
  seconds(29, 0)
  seconds(1, 30)
  expect(given).toEqual([])
  seconds(30, 0)
  expect(given).toEqual(['too_slow'])
})

test('a byte a second is too slow, however long it was fast before', () => {
  const { given, seconds } = watched()
  seconds(60, 100)
  seconds(30, 0.001)
  expect(given).toEqual(['too_slow'])
})

test('what is here in full is never too slow, nor what nobody watches any more', () => {
  const whole = watched()
  whole.incoming.complete = true
  const ended = watched()
  ended.end()
  for (const { seconds } of [whole, ended]) seconds(300, 0)
  expect([...whole.given, ...ended.given]).toEqual([])
})
