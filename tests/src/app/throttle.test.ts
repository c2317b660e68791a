import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from '#src/app/outbox-service.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('many calls run at once and then once in each pause, the last one never lost', () => {
  const work = vi.fn<() => void>()
  const stopping = new AbortController()
  const call = throttle(5_000, work, stopping.signal)
  for (let index = 0; index < 10; index += 1) call()
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5_000)
  expect(work).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60_000)
  expect(work).toHaveBeenCalledTimes(2)
  call()
  call()
  expect(work).toHaveBeenCalledTimes(3)
  stopping.abort()
  vi.advanceTimersByTime(60_000)
  call()
  expect(work).toHaveBeenCalledTimes(3)
})
