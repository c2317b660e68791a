import * as m from '#src/i18n/paraglide/messages.js'
import { longDate } from '#src/lib/long-date.ts'

/** Names the day of an instant by this device's clock, for telling days apart. */
export function dayKey(epochMs: number): string {
  const date = new Date(epochMs)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

/** The words of a day line: "Today", "Yesterday" or "March 5, 2026". */
export function dayLine(epochMs: number, nowMs: number): string {
  return nearDay(epochMs, nowMs) ?? longDate(epochMs)
}

/** "3:20 PM" */
export function clockWords(epochMs: number): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(epochMs)
}

/** "8:00 PM" of "20:00": an hour of each day, wherever that is. */
export function hourWords(hour: string): string {
  return clockWords(new Date(`2000-01-01T${hour}`).getTime())
}

/** When something happened, in as few letters as a list has room for. */
export function listWhen(epochMs: number, nowMs: number): string {
  if (dayKey(epochMs) === dayKey(nowMs)) return clockWords(epochMs)
  const near = nearDay(epochMs, nowMs)
  if (near !== undefined) return near
  const sameYear = new Date(epochMs).getFullYear() === new Date(nowMs).getFullYear()
  const year = sameYear ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...year }).format(
    epochMs,
  )
}

function nearDay(epochMs: number, nowMs: number): string | undefined {
  if (dayKey(epochMs) === dayKey(nowMs)) return m.chat_today()
  const yesterday = new Date(nowMs)
  // By the calendar: a day can have 23 or 25 hours.
  yesterday.setDate(yesterday.getDate() - 1)
  return dayKey(epochMs) === dayKey(yesterday.getTime()) ? m.chat_yesterday() : undefined
}
