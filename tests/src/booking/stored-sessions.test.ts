import { afterEach, describe, expect, test } from 'vitest'
import type { ProviderWeek } from '#contract/booking/api.ts'
import type { Booking } from '#contract/booking/model.ts'
import { dayMs, utcDate } from '#contract/local-date.ts'
import { refreshBookings } from '#src/features/booking/bookings-resource.ts'
import { sessionResource, weekResource } from '#src/features/booking/week/week-resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, ours } from '#tests/offline/network.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { booking } from './bookings.ts'

afterEach(closePhones)

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const given = (more: Partial<Booking> = {}) => booking({ role: 'provider', ...more })
const coming = given({ start: inDays(2), end: inDays(2.05) })
const past = given({ start: inDays(-1), end: inDays(-0.95) })
const day = utcDate(Date.now() - 2 * dayMs)

const weekOf = (...sessions: Booking[]): ProviderWeek => ({
  asOf: new Date().toISOString(),
  schedule: {
    workingHours: { start: '09:00', end: '17:00' },
    workingDays: [1],
    timeZone: 'Africa/Cairo',
    saved: true,
  },
  sessions,
  busy: [],
  google: 'none',
})

/** What the server says of a week, and of the sessions to come and past. */
interface Answers {
  readonly week?: readonly Booking[]
  readonly upcoming?: readonly Booking[]
  readonly past?: readonly Booking[]
  readonly next?: string
}

/** The answers; `meanwhile` happens on the device before one of a list comes. */
function serve({ next, ...answers }: Answers, meanwhile?: () => Promise<unknown>): void {
  answerWith(async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.endsWith('/week')) return ours(weekOf(...(answers.week ?? [])))
    await meanwhile?.()
    const upcoming = searchParams.get('scope') === 'upcoming'
    const bookings = (upcoming ? answers.upcoming : answers.past) ?? []
    return ours({ bookings, next: (upcoming && next) || null })
  })
}

const readWeek = (db: UserDatabase) => weekResource.refresh(db, 'token', day)
const sessionsOf = async (db: UserDatabase) => (await weekResource.read(db, day))?.sessions

describe('a session to come that is gone with its client’s account', () => {
  test('is gone from the stored weeks too, and one that is over stays in the books', async () => {
    const db = await openPhone()
    serve({ week: [past, coming], upcoming: [coming] })
    await readWeek(db)
    await refreshBookings(db, 'token')
    expect(await sessionsOf(db)).toEqual([past, coming])
    serve({})
    await refreshBookings(db, 'token')
    expect(await sessionsOf(db)).toEqual([past])
    expect(await sessionResource.read(db, coming._id)).toBeUndefined()
    expect(await sessionResource.read(db, past._id)).toEqual(past)
  })

  test('is not told by a list that was not read to its end', async () => {
    const db = await openPhone()
    serve({ week: [coming], next: 'more' })
    await readWeek(db)
    await refreshBookings(db, 'token')
    expect(await sessionsOf(db)).toEqual([coming])
  })

  test('is not told by a list that was asked for before the week', async () => {
    const db = await openPhone()
    const weeks = [{ day, week: weekOf(coming) }]
    serve({}, () => db.meta.put({ key: 'providerWeeks', weeks }))
    await refreshBookings(db, 'token')
    expect(await sessionsOf(db)).toEqual([coming])
  })
})
