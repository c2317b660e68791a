import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeText, foldLine, icsOf } from '#contract/booking/ics.ts'

const session = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  sequence: 0,
  start: '2026-06-16T09:00:00.000Z',
  end: '2026-06-16T09:50:00.000Z',
  status: 'booked',
  updatedAt: '2026-06-15T12:00:00.000Z',
  summary: 'Session with Sofia Almeida',
  description: 'Online; bring a pen, please\nSee you there',
} as const

const octets = (text: string) => new TextEncoder().encode(text).length

describe('the file of a session', () => {
  test('is a calendar with one event', () => {
    expect(icsOf(session)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Zync//Sessions//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'BEGIN:VEVENT',
        'UID:session-0190a0a0-0000-7000-8000-000000000001@zync',
        'SEQUENCE:0',
        'DTSTAMP:20260615T120000Z',
        'LAST-MODIFIED:20260615T120000Z',
        'DTSTART:20260616T090000Z',
        'DTEND:20260616T095000Z',
        'SUMMARY:Session with Sofia Almeida',
        String.raw`DESCRIPTION:Online\; bring a pen\, please\nSee you there`,
        'STATUS:CONFIRMED',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
  })

  test('keeps its UID and counts up when the session is moved or cancelled', () => {
    const uid = (text: string) => /UID:(.*)\r/.exec(text)?.[1]
    const moved = icsOf({
      ...session,
      sequence: 2,
      start: '2026-06-18T09:00:00Z',
      status: 'cancelled',
    })
    expect(uid(moved)).toBe(uid(icsOf(session)))
    expect(moved).toContain('SEQUENCE:2\r\n')
    expect(moved).toContain('DTSTART:20260618T090000Z\r\n')
    expect(moved).toContain('STATUS:CANCELLED\r\n')
  })

  test('cannot be made to hold lines of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (summary) => {
        const names = icsOf({ ...session, summary, description: summary })
          .replaceAll('\r\n ', '')
          .split('\r\n')
          .map((line) => line.split(':')[0])
        expect(names).toEqual(
          icsOf(session)
            .split('\r\n')
            .map((line) => line.split(':')[0]),
        )
      }),
    )
  })
})

test.each([
  ['a\\b;c,d', String.raw`a\\b\;c\,d`],
  ['one\r\ntwo\rthree\nfour', String.raw`one\ntwo\nthree\nfour`],
  ['\u0000\u0007tab\tstays\u007f', 'tab\tstays'],
  ['سارة 🌱', 'سارة 🌱'],
])('%j is written as %j', (text, written) => {
  expect(escapeText(text)).toBe(written)
})

describe('a long line', () => {
  test('is folded so that no part is longer than 75 octets and nothing is lost', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const line = text.replace(/[\r\n]/g, '')
        const parts = foldLine(line).split('\r\n')
        expect(parts.every((part) => octets(part) <= 75)).toBe(true)
        expect(parts.slice(1).every((part) => part.startsWith(' '))).toBe(true)
        expect(foldLine(line).replaceAll('\r\n ', '')).toBe(line)
      }),
    )
  })

  test('of 75 octets stays as it is', () => {
    expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75))
    expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`)
    expect(foldLine(`${'x'.repeat(74)}é`)).toBe(`${'x'.repeat(74)}\r\n é`)
  })
})
