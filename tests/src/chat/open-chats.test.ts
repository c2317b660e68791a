import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { typingEveryMs } from '#contract/chat/settings.ts'
import {
  currentOpenChats,
  endTyping,
  noteTyping,
  onOpenChats,
  openChat,
  typingIn,
} from '#src/features/chat/open-chats.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a chat is open as long as one place of the page shows it, and those who look at it are told', () => {
  let calls = 0
  const stop = onOpenChats(() => (calls += 1))
  const [first, second, other] = [openChat('a'), openChat('a'), openChat('b')]
  expect(currentOpenChats()).toEqual(['a', 'b'])
  first()
  expect(currentOpenChats().toSorted()).toEqual(['a', 'b'])
  second()
  other()
  expect([currentOpenChats(), calls]).toEqual([[], 6])
  stop()
})

test('the word that somebody writes grows old by itself, and each new one renews it', () => {
  noteTyping('a')
  vi.advanceTimersByTime(2 * typingEveryMs - 1)
  noteTyping('a')
  vi.advanceTimersByTime(2 * typingEveryMs - 1)
  expect(typingIn.get().has('a')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(typingIn.get().has('a')).toBe(false)
})

test('the word ends with a message', () => {
  noteTyping('a')
  endTyping('a')
  expect(typingIn.get().size).toBe(0)
  vi.runAllTimers()
})
