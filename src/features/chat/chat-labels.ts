import * as m from '#src/i18n/paraglide/messages.js'
import { longDate } from '#src/lib/long-date.ts'
import type { ChatMember } from '#contract/chat/model.ts'
import type { LastLine } from '#src/offline/features/chat/shown-chats.ts'

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
export function clockLabel(epochMs: number): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(epochMs)
}

/** "8:00 PM" of "20:00": an hour of each day, wherever that is. */
export function hourLabel(hour: string): string {
  return clockLabel(new Date(`2000-01-01T${hour}`).getTime())
}

/** When something happened, in as few letters as a list has room for. */
export function listWhen(epochMs: number, nowMs: number): string {
  if (dayKey(epochMs) === dayKey(nowMs)) return clockLabel(epochMs)
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

/** What the other one of a chat is called; they may have deleted their account. */
export function memberName(member: ChatMember | undefined): string {
  return member ? `${member.firstname} ${member.lastname}` : m.chat_gone_person()
}

/** The same, shorter, for a sentence. */
export function callName(member: ChatMember | undefined): string {
  return member?.firstname ?? m.chat_gone_person()
}

/** The line under a name: what it says, and a mark before it where it is no plain message. */
export interface LineLabel {
  readonly mark: { text: string; tone: 'accent' | 'warn' | 'danger' } | undefined
  readonly text: string
}

export function lineLabel(line: LastLine): LineLabel {
  switch (line.kind) {
    case 'none':
      return plain(m.chat_line_none())
    case 'draft':
      return { mark: { text: m.chat_draft(), tone: 'accent' }, text: contentLabel(line) }
    case 'waiting': {
      const mark = line.failed
        ? ({ text: m.chat_line_failed(), tone: 'danger' } as const)
        : ({ text: m.chat_line_waiting(), tone: 'warn' } as const)
      return { mark, text: contentLabel(line) }
    }
    case 'message': {
      const text = line.deleted ? m.chat_line_deleted() : contentLabel(line)
      return plain(line.mine ? m.chat_you({ text }) : text)
    }
  }
}

function plain(text: string): LineLabel {
  return { mark: undefined, text }
}

function contentLabel({ text, fileName }: { text: string; fileName: string | null }): string {
  if (text.trim() !== '') return text.replaceAll(/\s+/g, ' ')
  return fileName === null ? '' : m.chat_line_file({ name: fileName })
}
