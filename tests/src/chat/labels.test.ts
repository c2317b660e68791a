import { describe, expect, test } from 'vitest'
import { lineLabel } from '#src/features/chat/list/chat-list.tsx'
import { hasChoices } from '#src/features/chat/message/message-actions.ts'
import { isNearEnd, wentUp } from '#src/features/chat/window/use-scroll-keeper.ts'
import { me, shownMessage } from './shown.ts'

describe('the line under a name', () => {
  test('a draft, what waits and what failed are marked', () => {
    const text = { text: 'Hello\nyou', fileName: null }
    expect(lineLabel({ kind: 'draft', ...text })).toEqual({
      mark: { text: 'Draft:', tone: 'accent' },
      text: 'Hello you',
    })
    expect(lineLabel({ kind: 'waiting', failed: false, ...text }).mark?.text).toBe('Waiting:')
    expect(lineLabel({ kind: 'waiting', failed: true, ...text }).mark?.text).toBe('Not sent:')
  })

  test('a file alone is told by its name, and one’s own message by "You"', () => {
    const file = { text: '', fileName: 'plan.pdf', mine: true, deleted: false } as const
    expect(lineLabel({ kind: 'message', ...file }).text).toBe('You: File: plan.pdf')
    expect(lineLabel({ kind: 'message', ...file, mine: false, deleted: true }).text).toBe(
      'Message deleted',
    )
  })
})

describe('what can be done with a message', () => {
  const view = { mine: false, open: true, mayReport: true, nowMs: 1_000 }

  test('nothing, once it is deleted or before it was sent', () => {
    expect(hasChoices(shownMessage(1, { deleted: true }), view)).toBe(false)
    const waiting = shownMessage(1, { delivery: { status: 'waiting', progress: null } })
    expect(hasChoices(waiting, { ...view, mine: true })).toBe(false)
  })

  test('a deleted one of somebody else is reported for as long as it is locked away', () => {
    const trace = shownMessage(1, { deleted: true, content: '', sealedUntil: 1_001 })
    expect(hasChoices(trace, view)).toBe(true)
    expect(hasChoices(trace, { ...view, nowMs: 1_001 })).toBe(false)
    expect(hasChoices(trace, { ...view, mayReport: false })).toBe(false)
    expect(hasChoices(trace, { ...view, mine: true })).toBe(false)
    expect(hasChoices(trace, { ...view, open: false })).toBe(true)
  })

  test('a file of one’s own stays when the chat has ended', () => {
    const file = shownMessage(1, { senderId: me, content: '' })
    expect(hasChoices(file, { ...view, mine: true })).toBe(true)
    expect(hasChoices(file, { ...view, mine: true, open: false })).toBe(false)
  })
})

describe('auto-scroll', () => {
  test('takes along whoever is within 100 px of the end', () => {
    const box = { clientHeight: 500, scrollHeight: 2_000 }
    expect(isNearEnd({ ...box, scrollTop: 1_400 })).toBe(true)
    expect(isNearEnd({ ...box, scrollTop: 1_399 })).toBe(false)
  })

  test('is left by whoever scrolls up, and not where the room for the messages changed', () => {
    const atEnd = { clientHeight: 500, scrollHeight: 2_000, scrollTop: 1_500 }
    expect(wentUp(atEnd, { ...atEnd, scrollTop: 1_200 })).toBe(true)
    expect(wentUp(atEnd, { ...atEnd, scrollTop: 1_600 })).toBe(false)
    // Letters grew smaller, which took the position along, and larger again before anybody was told.
    expect(wentUp(atEnd, { ...atEnd, scrollHeight: 2_100, scrollTop: 1_200 })).toBe(false)
    // The keyboard closed.
    expect(wentUp(atEnd, { ...atEnd, clientHeight: 800, scrollTop: 1_200 })).toBe(false)
  })
})
