import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { graceMs, startReachabilityService } from '#src/app/contact-services.ts'
import { serverAnswers } from '#src/lib/online.ts'
import { noteContact } from '#src/offline/api/api.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a server that answers nothing is spoken of after a moment, until it answers anything', () => {
  const stop = startReachabilityService()
  noteContact('unanswered')
  vi.advanceTimersByTime(graceMs - 1)
  noteContact('unanswered')
  expect(serverAnswers.get()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(serverAnswers.get()).toBe(false)
  noteContact('answered')
  expect(serverAnswers.get()).toBe(true)
  stop()
})

test('a server that was away for a moment is not spoken of', () => {
  const stop = startReachabilityService()
  noteContact('unanswered')
  vi.advanceTimersByTime(graceMs - 1)
  noteContact('read')
  vi.advanceTimersByTime(graceMs)
  expect(serverAnswers.get()).toBe(true)
  stop()
})

test('a logout leaves nothing of it', () => {
  const stop = startReachabilityService()
  noteContact('unanswered')
  vi.advanceTimersByTime(graceMs)
  stop()
  noteContact('unanswered')
  vi.advanceTimersByTime(graceMs)
  expect(serverAnswers.get()).toBe(true)
})
