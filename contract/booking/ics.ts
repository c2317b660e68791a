import type { Language } from '../language.ts'
import type { Booking } from './model.ts'

/** What the file says, for whoever's calendar it is. A name is the last word of its line: no marks hold anything in place. */
const words: Readonly<
  Record<Language, { session: string; with: (name: string) => string; booked: string }>
> = {
  en: { session: 'Session', with: (name) => `Session with ${name}`, booked: 'Booked on Zync.' },
  ar: { session: 'جلسة', with: (name) => `جلسة مع ${name}`, booked: 'حُجزت في Zync.' },
  fr: { session: 'Séance', with: (name) => `Séance avec ${name}`, booked: 'Réservée sur Zync.' },
}

/**
 * The calendar file of a session, from the server and from a phone that is offline: in the language of the profile and in
 * that of the screen, which are the same once the server knows of a choice.
 */
export function icsOfBooking(booking: Booking, language: Language): string {
  const { _id: id, start, end, status, sequence, updatedAt } = booking
  const said = words[language]
  const name = booking.with && `${booking.with.firstname} ${booking.with.lastname}`
  return icsOf({
    id,
    start,
    end,
    status,
    sequence,
    updatedAt,
    summary: name === null ? said.session : said.with(name),
    description: said.booked,
  })
}

/** What a calendar program needs to know of a session. */
export interface IcsSession {
  readonly id: string
  /** Goes up with each change, so that a calendar knows which of two files is the newer. */
  readonly sequence: number
  readonly start: string
  readonly end: string
  readonly status: 'booked' | 'cancelled'
  /** When it last changed. */
  readonly updatedAt: string
  readonly summary: string
  readonly description: string
}

/** RFC 5545 3.1: a line has at most 75 octets without its end. */
const lineOctetsMax = 75

/**
 * A session as an iCalendar file. Its UID is the same for ever, so that a calendar replaces what it has of the
 * session; a cancelled one is told as such, not left out.
 */
export function icsOf(session: IcsSession): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Zync//Sessions//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:session-${session.id}@zync`,
    `SEQUENCE:${session.sequence}`,
    `DTSTAMP:${utcStamp(session.updatedAt)}`,
    `LAST-MODIFIED:${utcStamp(session.updatedAt)}`,
    `DTSTART:${utcStamp(session.start)}`,
    `DTEND:${utcStamp(session.end)}`,
    `SUMMARY:${escapeText(session.summary)}`,
    `DESCRIPTION:${escapeText(session.description)}`,
    `STATUS:${session.status === 'booked' ? 'CONFIRMED' : 'CANCELLED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** RFC 5545 3.3.11. Control characters have no place in a text; line breaks become the two letters that mean one. */
export function escapeText(text: string): string {
  return Array.from(text.replace(/\r\n?/g, '\n'), escapeLetter).join('')
}

/** RFC 5545 3.1: breaks a long line with CRLF and a space, never inside a letter of UTF-8. */
export function foldLine(line: string): string {
  const parts: string[] = ['']
  let octets = 0
  for (const letter of line) {
    const size = octetsOf(letter)
    if (octets + size > lineOctetsMax) {
      parts.push(' ')
      octets = 1
    }
    parts[parts.length - 1] += letter
    octets += size
  }
  return parts.join('\r\n')
}

function utcStamp(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escapeLetter(letter: string): string {
  if (letter === '\n') return String.raw`\n`
  if (/[\\;,]/.test(letter)) return `\\${letter}`
  const code = letter.codePointAt(0) ?? 0
  return letter !== '\t' && (code < 0x20 || code === 0x7f) ? '' : letter
}

function octetsOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x1_00_00 ? 3 : 4
}
