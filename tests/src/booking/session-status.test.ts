import { describe, expect, test } from 'vitest'
import { icsOfBooking } from '#contract/booking/ics.ts'
import { briefOfferedHours } from '#contract/brief/model.ts'
import { mayJoin } from '#contract/calendar/model.ts'
import { latestMoment, roomShownMs } from '#src/features/booking/booking-data.ts'
import {
  changeableOnceMoved,
  mayChange,
  movedLabel,
  openProposal,
  sessionsIn,
  sessionStatusLabel,
} from '#src/features/booking/bookings-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { booking } from './bookings.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const at = (hours: number) => ({
  start: new Date(noon + hours * 3_600_000).toISOString(),
  end: new Date(noon + (hours + 1) * 3_600_000).toISOString(),
})

describe('sessions', () => {
  const soon = booking(at(2))
  const later = booking(at(50))
  const running = booking(at(-0.5))
  const past = booking(at(-5))
  const cancelled = booking({ ...at(30), status: 'cancelled', cancelledBy: 'provider' })
  const all = [later, past, cancelled, soon, running]

  test('to come have the next one first, one that runs included', () => {
    expect(sessionsIn('upcoming', all, noon)).toEqual([running, soon, later])
  })

  test('that were, or were cancelled, have the newest first', () => {
    expect(sessionsIn('past', all, noon)).toEqual([cancelled, past])
  })

  test('can be changed until the moment that was shown, and not in it', () => {
    const untilMs = noon + 3_600_000
    const one = booking({ ...at(25), changeableUntil: new Date(untilMs).toISOString() })
    expect(mayChange(one, untilMs - 1)).toBe(true)
    expect(mayChange(one, untilMs)).toBe(false)
    expect(mayChange({ ...one, status: 'cancelled' }, noon)).toBe(false)
  })

  test('that move are changeable as long before their new time as before the old one', () => {
    const one = booking({
      ...at(50),
      changeableUntil: new Date(noon + 26 * 3_600_000).toISOString(),
    })
    expect(changeableOnceMoved(one, at(100))).toBe(noon + 76 * 3_600_000)
    expect(movedLabel(one, at(100), noon)).toContain('November 24, 2026')
    expect(movedLabel(one, at(24), noon)).toBe(m.booking_moved_for_good())
  })

  test('say who cancelled', () => {
    expect(sessionStatusLabel(cancelled, noon).text).toBe('Canceled by Sofia')
    expect(sessionStatusLabel({ ...cancelled, role: 'provider' }, noon).text).toBe(
      'Canceled by you',
    )
    expect(sessionStatusLabel({ ...cancelled, with: null }, noon).text).toBe('Canceled')
  })

  test('as a calendar file keep their UID and raise their sequence', () => {
    const moved = { ...soon, ...at(9), sequence: 1 }
    expect(icsOfBooking(soon, 'en')).toContain(`UID:session-${soon._id}@zync\r\nSEQUENCE:0`)
    expect(icsOfBooking(moved, 'en')).toContain(`UID:session-${soon._id}@zync\r\nSEQUENCE:1`)
    expect(icsOfBooking(soon, 'en')).toContain('SUMMARY:Session with Sofia Haddad')
    expect(icsOfBooking({ ...soon, with: null }, 'en')).toContain('SUMMARY:Session\r\n')
    expect(icsOfBooking(soon, 'ar')).toContain('SUMMARY:جلسة مع Sofia Haddad')
  })
})

test('between two of its moments a card says the same', () => {
  const hourMs = 3_600_000
  const open = (moment: number) => new Date(moment).toISOString()
  const proposal = { ...at(80), expiresAt: open(noon + 40.25 * hourMs) }
  const one = booking({ ...at(50), changeableUntil: open(noon + 26.5 * hourMs), proposal })
  const [startMs, endMs] = [Date.parse(one.start), Date.parse(one.end)]
  const says = (nowMs: number) => [
    sessionStatusLabel(one, nowMs),
    mayChange(one, nowMs),
    openProposal(one, nowMs),
    nowMs >= startMs - briefOfferedHours * hourMs,
    mayJoin({ startMs, endMs }, nowMs),
    nowMs >= startMs,
    nowMs >= endMs + roomShownMs,
  ]
  const moments = new Set<number>()
  for (let nowMs = noon; nowMs < noon + 55 * hourMs; nowMs += 60_000) {
    moments.add(latestMoment(one, nowMs))
    expect(says(latestMoment(one, nowMs))).toEqual(says(nowMs))
  }
  expect(moments.size).toBe(9)
})
