import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { googleCalendars as table } from '#server/db/schema/booking.ts'
import { googleCalendars } from '#server/ports/calendar/google.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { startGoogleFake, type GoogleFake } from '#tests/support/google-fake.ts'
import { addPaid, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { setGoodPassword } from '#tests/support/second-factor.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const publicUrl = 'https://zync.example'
const minuteMs = 60_000
const week = { startDate: '2026-06-15', endDate: '2026-06-22' }
/** Ten o'clock in Cairo. */
const tuesday = '2026-06-16T07:00:00.000Z'

describe.each(databasesUnderTest())('a Google calendar, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let google: GoogleFake
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    google = await startGoogleFake()
    const port = googleCalendars(google.keys, { publicUrl })
    server = await startTestServer(open.database, { google: port, now: () => nowMs })
  })
  afterEach(() => {
    nowMs = testNoonMs
    google.busy = []
    google.grants = 'honoured'
    google.failNext(0, 500)
  })
  afterAll(async () => {
    await server.close()
    await google.close()
    await open.drop()
  })

  const connect = async ({ token }: { token: string }) =>
    (await call(server.origin, 'googleConnect', {}, { token })).reply.authUrl
  const finish = ({ token }: { token: string }, body: { code: string; state: string }) =>
    call(server.origin, 'googleFinish', { body }, { token })
  const modeOf = async (person: SignedIn) =>
    (await call(server.origin, 'getMode', {}, person)).reply
  async function connected(): Promise<SignedIn> {
    const provider = await addSeller(open.database)
    expect((await finish(provider, google.consent(await connect(provider)))).status).toBe(200)
    return provider
  }
  async function clientOf(provider: SignedIn): Promise<SignedIn> {
    const client = await addPerson(open.database)
    await addPaid(open.database, { userId: client.id, providerId: provider.id })
    return client
  }
  const slotsOf = (provider: SignedIn, client: SignedIn) =>
    call(
      server.origin,
      'availableSlots',
      { params: { providerId: provider.id }, query: week },
      client,
    )
  const book = (provider: SignedIn, client: SignedIn, start = tuesday) =>
    call(
      server.origin,
      'book',
      { body: { serviceProviderId: provider.id, ...hourFrom(start) } },
      client,
    )

  test('is asked for with no more than is needed, with PKCE and a state that says nothing', async () => {
    const provider = await addSeller(open.database)
    const query = new URL(await connect(provider)).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: google.keys.clientId,
      redirect_uri: `${publicUrl}/calendar/google/callback`,
      response_type: 'code',
      access_type: 'offline',
      code_challenge_method: 'S256',
      scope:
        'https://www.googleapis.com/auth/calendar.freebusy https://www.googleapis.com/auth/calendar.events',
    })
    expect(query.get('state')).not.toContain(provider.id)
    expect(await modeOf(provider)).toEqual({
      mode: 'internal',
      google: { available: true, state: 'none', connectedAt: null },
    })
  })

  test('is connected in the session that began, once Google honours the code', async () => {
    const provider = await connected()
    expect(await modeOf(provider)).toEqual({
      mode: 'google',
      google: {
        available: true,
        state: 'connected',
        connectedAt: new Date(testNoonMs).toISOString(),
      },
    })
  })

  test('keeps its tokens sealed', async () => {
    const provider = await connected()
    const [row] = await open.database.orm.select().from(table).where(eq(table.userId, provider.id))
    expect(row?.sealedTokens).toMatch(/^[\w-]{80,}$/)
    for (const secret of ['refresh', 'access']) {
      expect(Buffer.from(row?.sealedTokens ?? '', 'base64url').includes(secret)).toBe(false)
    }
    const moved = await addSeller(open.database)
    await open.database.orm.insert(table).values({
      userId: moved.id,
      sealedTokens: row?.sealedTokens ?? '',
      connectedAt: new Date(testNoonMs),
    })
    const answer = await slotsOf(moved, await clientOf(moved))
    expect(answer.problem.code).toBe('calendar_unavailable')
  })

  test('is not connected with a state of another session, another person, an old one or none', async () => {
    const provider = await addSeller(open.database)
    const other = await addSeller(open.database)
    const elsewhere = { token: await addSession(open.database, provider.id) }
    const given = google.consent(await connect(provider))
    for (const caller of [other, elsewhere]) {
      const refused = await finish(caller, given)
      expect([refused.status, refused.problem.code]).toEqual([400, 'invalid_code'])
    }
    for (const state of ['x', `${given.state}x`, given.state.slice(0, -4)]) {
      expect((await finish(provider, { ...given, state })).problem.code).toBe('invalid_code')
    }
    nowMs += 11 * minuteMs
    expect((await finish(provider, given)).problem.code).toBe('invalid_code')
    expect((await modeOf(provider)).mode).toBe('internal')
  })

  test('is not connected with a code of another consent, or a second time with the same', async () => {
    const provider = await addSeller(open.database)
    const [first, second] = [google.consent(await connect(provider)), await connect(provider)]
    const mixed = { code: first.code, state: google.consent(second).state }
    expect((await finish(provider, mixed)).problem.code).toBe('invalid_code')
    const third = google.consent(await connect(provider))
    expect((await finish(provider, third)).status).toBe(200)
    expect((await finish(provider, third)).problem.code).toBe('invalid_code')
  })

  test('is not connected where its owner left a box of the consent page off', async () => {
    const provider = await addSeller(open.database)
    const both = google.scope
    for (const one of both.split(' ')) {
      google.scope = one
      const refused = await finish(provider, google.consent(await connect(provider)))
      expect([refused.status, refused.problem.code]).toEqual([400, 'invalid_code'])
    }
    google.scope = both
    expect((await modeOf(provider)).mode).toBe('internal')
  })

  test('takes the times of which Google says that they are busy, and says nothing else of them', async () => {
    const provider = await connected()
    const client = await clientOf(provider)
    google.busy = [{ start: '2026-06-16T10:15:00+03:00', end: '2026-06-16T10:30:00+03:00' }]
    const { reply } = await slotsOf(provider, client)
    const taken = reply.slots.filter(({ available }) => !available)
    expect(taken).toEqual([{ start: tuesday, end: '2026-06-16T08:00:00.000Z', available: false }])
    const refused = await book(provider, client)
    expect([refused.status, refused.problem.code]).toEqual([409, 'slot_taken'])
  })

  test('is no hindrance to the session that it holds: it moves to a time that overlaps its own', async () => {
    const thursday = '2026-06-18T07:00:00.000Z'
    const provider = await connected()
    const client = await clientOf(provider)
    const { _id: id } = (await book(provider, client, thursday)).reply
    const params = { id }
    const workingHours = { start: '09:30', end: '17:00' }
    const hours = { workingHours, workingDays: [1, 2, 3, 4, 5] }
    await call(server.origin, 'putSchedule', { body: hours }, provider)
    const later = hourFrom('2026-06-18T07:30:00.000Z')
    const move = () => call(server.origin, 'rescheduleBooking', { params, body: later }, client)
    // What stands beside it at Google comes as one time with it.
    google.busy = [{ start: thursday, end: '2026-06-18T08:15:00.000Z' }]
    expect((await move()).problem.code).toBe('slot_taken')
    google.busy = [{ start: thursday, end: '2026-06-18T08:00:00.000Z' }]
    const { reply } = await call(server.origin, 'openSlots', { params, query: week }, provider)
    const open = { start: later.startTime, end: later.endTime, available: true }
    expect(reply.slots).toContainEqual(open)
    const proposed = await call(server.origin, 'proposeTime', { params, body: later }, provider)
    expect(proposed.status).toBe(200)
    expect((await move()).reply).toMatchObject({ start: later.startTime })
  })

  test('holds each session once: booked, moved and cancelled', async () => {
    const provider = await connected()
    const client = await clientOf(provider)
    const wednesday = '2026-06-17T07:00:00.000Z'
    const booked = (await book(provider, client, wednesday)).reply
    const eventId = booked._id.replaceAll('-', '')
    await server.jobs.runDue()
    expect(google.events.get(eventId)).toMatchObject({
      summary: 'Zync session',
      start: { dateTime: wednesday },
      visibility: 'private',
    })
    const thursday = hourFrom('2026-06-18T07:00:00.000Z')
    const params = { id: booked._id }
    await call(server.origin, 'rescheduleBooking', { params, body: thursday }, client)
    await server.jobs.runDue()
    expect(google.events.get(eventId)).toMatchObject({ start: { dateTime: thursday.startTime } })
    await call(server.origin, 'cancelBooking', { params }, client)
    await server.jobs.runDue()
    expect(google.events.has(eventId)).toBe(false)
  })

  test('does not hold what was cancelled while it was written', async () => {
    const provider = await connected()
    const client = await clientOf(provider)
    const { reply } = await book(provider, client, '2026-06-18T11:00:00.000Z')
    const params = { id: reply._id }
    google.beforeInsert = async () => {
      google.beforeInsert = async () => undefined
      await call(server.origin, 'cancelBooking', { params }, client)
      // Its own job comes first: Google has no such event yet.
      await server.jobs.runDue()
    }
    await server.jobs.runDue()
    expect(google.events.has(reply._id.replaceAll('-', ''))).toBe(false)
  })

  test('is written when Google is back, and nobody waits for it meanwhile', async () => {
    const provider = await connected()
    const client = await clientOf(provider)
    const { reply } = await book(provider, client, '2026-06-19T07:00:00.000Z')
    google.failNext(10, 503)
    await server.jobs.runDue()
    const eventId = reply._id.replaceAll('-', '')
    expect(google.events.has(eventId)).toBe(false)
    google.failNext(0, 500)
    nowMs += 2 * minuteMs
    await server.jobs.runDue()
    expect(google.events.has(eventId)).toBe(true)
  })

  test('that cannot be read offers nothing, in the words of the spec', async () => {
    const provider = await connected()
    const client = await clientOf(provider)
    google.failNext(5, 500)
    const { status, problem } = await slotsOf(provider, client)
    expect([status, problem.code, problem.message]).toEqual([
      503,
      'calendar_unavailable',
      'Failed to load available slots. The provider may not have connected their calendar yet.',
    ])
    expect((await modeOf(provider)).google.state).toBe('connected')
  })

  test('whose leave was withdrawn says so to its owner until they connect again', async () => {
    const provider = await connected()
    const client = await clientOf(provider)
    google.grants = 'withdrawn'
    nowMs += 2 * 60 * minuteMs
    await open.database.orm
      .update(table)
      .set({ connectedAt: new Date(testNoonMs) })
      .where(eq(table.userId, provider.id))
    google.failNext(1, 401)
    expect((await slotsOf(provider, client)).problem.code).toBe('calendar_unavailable')
    expect((await modeOf(provider)).google.state).toBe('expired')
    expect((await book(provider, client, '2026-06-19T07:00:00.000Z')).problem.code).toBe(
      'calendar_unavailable',
    )
    // Who cannot be booked would learn of it from nobody else.
    await server.jobs.runDue()
    const { notices } = (await call(server.origin, 'listNotices', {}, provider)).reply
    expect(notices.map(({ kind, read }) => [kind, read])).toEqual([['calendar.expired', false]])
    const mails = server.mails.filter(({ to }) => to === provider.user.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Nobody can book you: Google Calendar isn’t connected',
    ])
    google.grants = 'honoured'
    await finish(provider, google.consent(await connect(provider)))
    expect((await modeOf(provider)).google.state).toBe('connected')
    expect((await slotsOf(provider, client)).status).toBe(200)
  })

  test('has what was booked before it was connected, and loses what was cancelled while it was away', async () => {
    const provider = await addSeller(open.database)
    const client = await clientOf(provider)
    const [coming, cancelled] = [
      (await book(provider, client, '2026-06-16T11:00:00.000Z')).reply._id,
      (await book(provider, client, '2026-06-17T11:00:00.000Z')).reply._id,
    ]
    await server.jobs.runDue()
    const held = () => [coming, cancelled].map((id) => google.events.has(id.replaceAll('-', '')))
    expect(held()).toEqual([false, false])
    const connectAnew = async () => {
      const given = google.consent(await connect(provider))
      expect((await finish(provider, given)).status).toBe(200)
      await server.jobs.runDue()
    }
    await connectAnew()
    expect(held()).toEqual([true, true])
    await open.database.orm
      .update(table)
      .set({ expiredAt: new Date(nowMs) })
      .where(eq(table.userId, provider.id))
    await call(server.origin, 'cancelBooking', { params: { id: cancelled } }, client)
    await server.jobs.runDue()
    expect(held()).toEqual([true, true])
    await connectAnew()
    expect(held()).toEqual([true, false])
  })

  test('is forgotten when its owner says so, and Google is told', async () => {
    const provider = await connected()
    const before = google.revoked.length
    const { reply } = await call(server.origin, 'googleDisconnect', {}, provider)
    expect([reply.mode, reply.google.state]).toEqual(['internal', 'none'])
    expect(google.revoked.slice(before)).toEqual([expect.stringMatching(/^refresh-/)])
    expect((await call(server.origin, 'googleDisconnect', {}, provider)).status).toBe(200)
    expect((await slotsOf(provider, await clientOf(provider))).status).toBe(200)
  })

  test('is left with the account of its owner: what is to come goes from it, and Google is told', async () => {
    const provider = await connected()
    await setGoodPassword(open.database, provider.id)
    const client = await clientOf(provider)
    const held = [tuesday, '2026-06-17T07:00:00.000Z'].map(async (start) =>
      (await book(provider, client, start)).reply._id.replaceAll('-', ''),
    )
    const eventIds = await Promise.all(held)
    await server.jobs.runDue()
    const before = google.revoked.length
    const there = () => eventIds.filter((id) => google.events.has(id))
    expect(there()).toEqual(eventIds)
    google.failNext(10, 503)
    const body = { password: goodPassword }
    expect((await call(server.origin, 'deleteAccount', { body }, provider)).status).toBe(204)
    await server.jobs.runDue()
    expect([there(), google.revoked.slice(before)]).toEqual([eventIds, []])
    google.failNext(0, 500)
    nowMs += 2 * minuteMs
    await server.jobs.runDue()
    expect(there()).toEqual([])
    expect(google.revoked.slice(before)).toEqual([expect.stringMatching(/^refresh-/)])
  })
})

describe('without keys for Google', () => {
  test('nobody connects, and everything else works', async () => {
    const open = await openTestDatabase('embedded')
    const server = await startTestServer(open.database)
    const provider = await addSeller(open.database)
    const answer = await call(server.origin, 'googleConnect', {}, provider)
    expect([answer.status, answer.problem.code]).toEqual([503, 'not_configured'])
    const { reply } = await call(server.origin, 'getMode', {}, provider)
    expect(reply.google.available).toBe(false)
    await server.close()
    await open.drop()
  })
})
