import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookingSchema } from '#contract/booking/model.ts'
import { googleCalendars } from '#server/ports/calendar/google.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { startGoogleFake, type GoogleFake } from '#tests/support/google-fake.ts'
import { addBooking, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

/** The Sunday of the tests' week. */
const day = '2026-06-14'
const tuesday = '2026-06-16T06:00:00.000Z'

describe.each(databasesUnderTest())('a provider’s own week, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let google: GoogleFake

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    google = await startGoogleFake()
    const port = googleCalendars(google.keys, { publicUrl: 'https://zync.example' })
    server = await startTestServer(open.database, { google: port, now: () => testNoonMs })
  })
  afterAll(async () => {
    await server.close()
    await google.close()
    await open.drop()
  })

  const weekOf = async (who: SignedIn, from = day) =>
    (await call(server.origin, 'providerWeek', { query: { day: from } }, who)).reply

  test('has its sessions, busy times and hours, by every clock on earth, and nobody else’s', async () => {
    const [provider, rival] = [await addSeller(open.database), await addSeller(open.database)]
    const client = await addPerson(open.database)
    const book = (providerId: string, start: string, status: 'booked' | 'cancelled' = 'booked') =>
      addBooking(
        open.database,
        { clientId: client.id, providerId },
        { startsAt: new Date(start), status },
      )
    const early = await book(provider.id, '2026-06-13T12:00:00.000Z')
    const here = await book(provider.id, tuesday)
    await book(provider.id, '2026-06-12T12:00:00.000Z')
    await book(provider.id, '2026-06-22T00:00:00.000Z')
    await book(provider.id, '2026-06-17T06:00:00.000Z', 'cancelled')
    await book(rival.id, '2026-06-18T06:00:00.000Z')
    const body = { ...hourFrom('2026-06-16T09:00:00.000Z'), reason: 'Dentist' }
    await call(server.origin, 'postBusy', { body }, provider)
    const week = await weekOf(provider)
    expect(week).toMatchObject({
      asOf: new Date(testNoonMs).toISOString(),
      schedule: { timeZone: 'Africa/Cairo', bufferMinutes: 0, saved: false },
      busy: [{ start: body.startTime, end: body.endTime, reason: 'Dentist', source: 'zync' }],
      google: 'none',
    })
    expect(week.sessions.map(({ _id }) => _id)).toEqual([early.id, here.id])
    expect(Object.keys(week.sessions[0] ?? {}).toSorted()).toEqual(
      Object.keys(bookingSchema.entries).toSorted(),
    )
    expect((await weekOf(rival)).busy).toEqual([])
  })

  test('has when Google is busy; where Google does not say, it has the rest', async () => {
    const provider = await addSeller(open.database)
    const authUrl = (await call(server.origin, 'googleConnect', {}, provider)).reply.authUrl
    await call(server.origin, 'googleFinish', { body: google.consent(authUrl) }, provider)
    const [start, end] = ['2026-06-16T08:00:00.000Z', '2026-06-16T08:30:00.000Z']
    google.busy = [{ start, end }]
    const week = await weekOf(provider)
    expect(week.google).toBe('read')
    expect(week.busy).toEqual([{ start, end, reason: '', source: 'google' }])
    google.grants = 'withdrawn'
    google.failNext(9, 500)
    expect(await weekOf(provider)).toMatchObject({ google: 'unavailable', busy: [] })
  })

  test('says that Google lets Zync in no longer, from the look that finds it out', async () => {
    const provider = await addSeller(open.database)
    const { authUrl } = (await call(server.origin, 'googleConnect', {}, provider)).reply
    await call(server.origin, 'googleFinish', { body: google.consent(authUrl) }, provider)
    google.grants = 'honoured'
    google.failNext(0, 500)
    expect((await weekOf(provider)).googleExpired).toBe(false)
    google.grants = 'withdrawn'
    google.failNext(1, 401)
    for (const _ of ['found out', 'known'])
      expect(await weekOf(provider)).toMatchObject({ google: 'unavailable', googleExpired: true })
    expect((await weekOf(await addSeller(open.database))).googleExpired).toBe(false)
  })

  test.each(['2026-02-30', '14.6.2026', '2026-06-14T00:00:00Z', '0001-01-01', '9999-12-31'])(
    'is of no day like %s',
    async (from) => {
      const provider = await addSeller(open.database)
      const query = { day: from }
      const answer = await call(server.origin, 'providerWeek', { query }, provider)
      expect([answer.status, answer.problem.code]).toEqual([400, 'invalid_input'])
    },
  )
})
