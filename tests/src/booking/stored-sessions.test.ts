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

describe('a client whom their care provider sees no more', () => {
  const nameless = { ...past, with: null }
  const older = given({ start: inDays(-2), end: inDays(-1.95) })
  const storedText = async (db: UserDatabase) =>
    JSON.stringify([await db.bookings.toArray(), await db.meta.get('providerWeeks')])

  test('is nameless in the week, whichever of two equal answers it has', async () => {
    const db = await openPhone()
    serve({ week: [past] })
    await readWeek(db)
    await db.bookings.put(nameless)
    expect(await sessionsOf(db)).toEqual([nameless])
  })

  test('is nameless in each stored week once the sessions were read, also where these go less far back', async () => {
    const db = await openPhone()
    serve({ week: [older], past: [past] })
    await readWeek(db)
    await refreshBookings(db, 'token')
    expect(await storedText(db)).toContain('Sofia')
    serve({ past: [nameless] })
    await refreshBookings(db, 'token')
    expect(await storedText(db)).not.toContain('Sofia')
    expect(await sessionsOf(db)).toEqual([{ ...older, with: null }])
  })

  test('is nameless in what else is stored once the week was read, and named again when it names them', async () => {
    const db = await openPhone()
    serve({ week: [past], past: [past, older] })
    await readWeek(db)
    await refreshBookings(db, 'token')
    serve({ week: [nameless] })
    await readWeek(db)
    expect(await storedText(db)).not.toContain('Sofia')
    expect(await sessionsOf(db)).toEqual([nameless])
    serve({ week: [past] })
    await readWeek(db)
    expect(await sessionsOf(db)).toEqual([past])
  })

  test('changes nothing of what is newer here', async () => {
    const db = await openPhone()
    const cancelled = { ...coming, status: 'cancelled', sequence: 1 } as const
    await db.bookings.put(cancelled)
    serve({ week: [{ ...coming, with: null }] })
    await readWeek(db)
    expect(await db.bookings.get(coming._id)).toEqual(cancelled)
    expect(await sessionsOf(db)).toEqual([])
  })
})
