import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRunTimer } from '#src/app/outbox-service.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a time that is set anew takes the place of the one before', () => {
  const run = vi.fn<() => void>()
  const timer = createRunTimer(run, new AbortController().signal)
  timer.set(1_000)
  timer.set(5_000)
  vi.advanceTimersByTime(4_999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})

test('what is past is due at once, and nothing is waited for longer than half a minute', () => {
  const run = vi.fn<() => void>()
  const timer = createRunTimer(run, new AbortController().signal)
  timer.set(-60_000)
  vi.advanceTimersByTime(0)
  expect(run).toHaveBeenCalledTimes(1)
  timer.set(3_600_000)
  vi.advanceTimersByTime(30_000)
  expect(run).toHaveBeenCalledTimes(2)
})

test('nothing runs once it was taken back, or after the end', () => {
  const run = vi.fn<() => void>()
  const ending = new AbortController()
  const timer = createRunTimer(run, ending.signal)
  timer.set(1_000)
  timer.set(undefined)
  vi.advanceTimersByTime(60_000)
  timer.set(1_000)
  ending.abort()
  timer.set(1_000)
  vi.advanceTimersByTime(60_000)
  expect(run).not.toHaveBeenCalled()
})
