import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import {
  isQuiet,
  pushKinds,
  pushKindsOf,
  recipientMark,
  subscriptionSchema,
} from '#contract/push/model.ts'
import { icsOfReminders } from '#contract/push/reminders.ts'
import { pushTitle, pushWords } from '#contract/push/words.ts'
import { day } from '#tests/support/day.ts'

describe('notifications', () => {
  test('of trackers are for young people, of requests received and results for providers', () => {
    expect(pushKindsOf('Adolescent')).toContain('tracker.mood')
    expect(pushKindsOf('Parent').filter((kind) => kind.startsWith('tracker'))).toEqual([])
    expect(pushKindsOf('ServiceProvider')).toEqual([
      'session.reminder',
      'session.changed',
      'message',
      'request.received',
      'result.shared',
    ])
    const all = (['Adolescent', 'Parent', 'ServiceProvider'] as const).flatMap(pushKindsOf)
    expect(new Set(all)).toEqual(new Set(pushKinds))
  })

  test('name nobody, threaten nothing and fit on a locked screen', () => {
    for (const words of [pushTitle, ...Object.values(pushWords)]) {
      expect(words.length).toBeLessThan(40)
      expect(words).not.toMatch(/lose|lost|streak|miss|late|still|mood|sad|therap|doctor|%|\{/i)
    }
  })

  test('are quiet over midnight where the hours go over it', () => {
    const night = { from: 21 * 60, to: 7 * 60 }
    expect([20 * 60 + 59, 21 * 60, 0, 6 * 60 + 59, 7 * 60].map((at) => isQuiet(night, at))).toEqual(
      [false, true, true, true, false],
    )
    expect(isQuiet({ from: 60, to: 120 }, 90)).toBe(true)
    expect(isQuiet(null, 0)).toBe(false)
  })

  test('say by a mark whom they are for, and not who that is', () => {
    const id = '0190a6b2-7a4e-7c3d-9e1f-2b3c4d5e6f70'
    expect(recipientMark(id)).toMatch(/^[0-9a-f]{8}$/)
    expect(recipientMark(id.toUpperCase())).toBe(recipientMark(id))
    expect(recipientMark(id.replace('7', '8'))).not.toBe(recipientMark(id))
  })

  test('go to https addresses with keys of the right length alone', () => {
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const endpoint = 'https://fcm.googleapis.com/fcm/send/1'
    const taken = (given: object) => v.is(subscriptionSchema, { endpoint, keys, ...given })
    expect(taken({})).toBe(true)
    expect(taken({ expirationTime: 1_800_000_000_000 })).toBe(true)
    for (const bad of [
      { endpoint: 'http://fcm.googleapis.com/1' },
      { endpoint: `https://fcm.googleapis.com/${'x'.repeat(2_000)}` },
      { endpoint: 'https://fcm.googleapis.com/a b' },
      { keys: { ...keys, p256dh: 'B'.repeat(86) } },
      { keys: { ...keys, auth: 'a'.repeat(24) } },
      { keys: { ...keys, auth: '"'.repeat(22) } },
    ]) {
      expect(taken(bad)).toBe(false)
    }
  })

  test('stand in a calendar file as events that repeat by whatever clock the phone shows', () => {
    const text = icsOfReminders(
      [
        { tracker: 'Mood', minute: 20 * 60 + 5, days: [1, 5], on: true },
        { tracker: 'Diet', minute: 0, days: [0], on: false },
      ],
      {
        // A Wednesday: the first Friday comes before the first Monday.
        today: '2026-12-02' as LocalDate,
        nowMs: Date.parse('2026-12-02T10:00:00Z'),
        url: 'https://zync.example/trackers',
        language: 'en',
      },
    )
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(text).toContain('\r\nDTSTART:20261204T200500\r\n')
    expect(text).toContain('\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,FR\r\n')
    expect(text).not.toMatch(/mood(?!-\d)/i)
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  })

  test.each([
    ['ar', 'SUMMARY:لحظة قصيرة لك'],
    ['fr', 'SUMMARY:Un petit moment pour toi'],
  ] as const)(
    'in a calendar file in %s are said in it, and as little of what they are about',
    (language, line) => {
      const text = icsOfReminders([{ tracker: 'Mood', minute: 0, days: [1], on: true }], {
        today: day('2026-12-02'),
        nowMs: Date.parse('2026-12-02T10:00:00Z'),
        url: 'https://zync.example/trackers',
        language,
      })
      expect(text).toContain(`\r\n${line}\r\n`)
      expect(text).not.toMatch(/mood(?!-\d)|مزاج|humeur/i)
    },
  )
})
