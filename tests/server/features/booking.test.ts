import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/account.ts'
import { workingSchedules } from '#server/db/schema/booking.ts'
import { payments } from '#server/db/schema/payments.ts'
import { providers } from '#server/db/schema/providers.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addBooking, addPaid, addPlan, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

/** The tests' noon is a Monday; nine o'clock in Cairo is six of UTC. */
const tuesday = '2026-06-16T06:00:00.000Z'
const week = { startDate: '2026-06-15', endDate: '2026-06-22' }

describe.each(databasesUnderTest())('booking, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function pair(sessions = 4) {
    const [client, provider] = [await addPerson(open.database), await addSeller(open.database)]
    const holder = { userId: client.id, providerId: provider.id }
    if (sessions > 0) await addPaid(open.database, holder, { sessions })
    return { client, provider, holder }
  }
  const access = async (client: SignedIn, provider: SignedIn) =>
    (await call(server.origin, 'validateAccess', { params: { providerId: provider.id } }, client))
      .reply
  const slots = (client: SignedIn, provider: SignedIn, query: Partial<typeof week> & object = {}) =>
    call(
      server.origin,
      'availableSlots',
      { params: { providerId: provider.id }, query: { ...week, ...query } },
      client,
    )
  const book = (client: SignedIn, provider: SignedIn, times = hourFrom(tuesday)) =>
    call(server.origin, 'book', { body: { serviceProviderId: provider.id, ...times } }, client)
  const codeOf = async (...given: Parameters<typeof book>) => {
    const { status, problem } = await book(...given)
    return [status, problem.code]
  }

  test('is open to whoever has sessions left, and says how many of which length', async () => {
    const { client, provider, holder } = await pair(0)
    expect(await access(client, provider)).toEqual({
      canBook: false,
      remainingSessions: 0,
      remaining: [],
      onHold: 0,
      changeNoticeHours: 24,
    })
    await addPaid(open.database, holder, { sessions: 2 })
    const later = new Date(testNoonMs + 1_000)
    await addPaid(open.database, holder, { sessions: 3, durationMinutes: 30, paidAt: later })
    await addPaid(open.database, holder, { sessions: 1, paidAt: later })
    expect(await access(client, provider)).toMatchObject({
      canBook: true,
      remainingSessions: 6,
      remaining: [
        { duration: 60, sessions: 3 },
        { duration: 30, sessions: 3 },
      ],
    })
  })

  test('says how many are on hold while a bank disputes what was paid', async () => {
    const { client, provider, holder } = await pair(0)
    const payment = await addPaid(open.database, holder, { sessions: 3 })
    await open.database.orm
      .update(payments)
      .set({ status: 'disputed' })
      .where(eq(payments.id, payment.id))
    expect(await access(client, provider)).toMatchObject({
      canBook: false,
      remainingSessions: 0,
      onHold: 3,
    })
  })

  test('offers the default week in the zone of the provider’s country', async () => {
    const { client, provider } = await pair()
    const { reply } = await slots(client, provider)
    expect([reply.timeZone, reply.duration]).toEqual(['Africa/Cairo', 60])
    // From Monday noon on: one slot is left today, then eight on each of four days.
    expect(reply.slots).toHaveLength(1 + 4 * 8)
    expect(reply.slots[1]).toEqual({ ...asSlot(tuesday), available: true })
  })

  test('offers what the provider has set, in the length that is asked for', async () => {
    const { client, provider } = await pair()
    await open.database.orm.insert(workingSchedules).values({
      userId: provider.id,
      startTime: '10:00',
      endTime: '12:00',
      days: [6],
      timeZone: 'Asia/Kolkata',
      updatedAt: new Date(testNoonMs),
    })
    const { reply } = await slots(client, provider, { duration: '45' } as object)
    expect(reply.slots.map(({ start }) => start)).toEqual([
      '2026-06-20T04:30:00.000Z',
      '2026-06-20T05:15:00.000Z',
    ])
  })

  test('shows somebody without sessions the length that the provider sells', async () => {
    const { client, provider } = await pair(0)
    expect((await slots(client, provider)).reply.duration).toBe(60)
    await addPlan(open.database, provider.id, { durationMinutes: 90 })
    expect((await slots(client, provider)).reply.duration).toBe(90)
  })

  test.each([
    ['eight days', { endDate: '2026-06-23' }],
    ['a length that no session has', { duration: '481' }],
    ['a length of nothing', { duration: '0' }],
  ])('shows no slots for %s', async (_, query) => {
    const { client, provider } = await pair()
    const { status, problem } = await slots(client, provider, query)
    expect([status, problem.code]).toEqual([400, 'invalid_input'])
  })

  test('shows nothing of the past and nothing of next year', async () => {
    const { client, provider } = await pair()
    const past = { startDate: '2026-06-01', endDate: '2026-06-08' }
    expect((await slots(client, provider, past)).reply.slots).toEqual([])
    const far = { startDate: '2027-06-01', endDate: '2027-06-08' }
    expect((await slots(client, provider, far)).reply.slots).toEqual([])
  })

  test('takes one session and one slot', async () => {
    const { client, provider } = await pair()
    const { status, reply } = await book(client, provider)
    expect([status, reply]).toEqual([
      201,
      {
        _id: expect.any(String),
        role: 'client',
        with: { _id: provider.id, firstname: 'Sofia', lastname: 'Test', profileImg: null },
        start: tuesday,
        end: '2026-06-16T07:00:00.000Z',
        timeZone: 'Africa/Cairo',
        status: 'booked',
        cancelledBy: null,
        cancelTappedAt: null,
        proposal: null,
        room: null,
        changeableUntil: '2026-06-15T06:00:00.000Z',
        sequence: 0,
        createdAt: '2026-06-15T12:00:00.000Z',
        updatedAt: '2026-06-15T12:00:00.000Z',
      },
    ])
    expect((await access(client, provider)).remainingSessions).toBe(3)
    const taken = (await slots(client, provider)).reply.slots.filter((slot) => !slot.available)
    expect(taken).toEqual([{ ...asSlot(tuesday), available: false }])
    expect(await codeOf(client, provider)).toEqual([409, 'slot_taken'])
    expect((await access(client, provider)).remainingSessions).toBe(3)
  })

  test('uses up the oldest purchase of that length first', async () => {
    const { client, provider, holder } = await pair(0)
    const newer = await addPaid(open.database, holder, { paidAt: new Date(testNoonMs + 1_000) })
    const older = await addPaid(open.database, holder, { sessions: 1 })
    await book(client, provider)
    await book(client, provider, hourFrom('2026-06-17T06:00:00.000Z'))
    const { rows } = await open.database.pool.query(
      'select id, credits_left as left from payments where user_id = $1 order by paid_at',
      [client.id],
    )
    expect(rows).toEqual([
      { id: older.id, left: 0 },
      { id: newer.id, left: 3 },
    ])
  })

  test('is refused without a session left, in the words of the spec', async () => {
    const { client, provider } = await pair(0)
    const { status, problem } = await book(client, provider)
    expect([status, problem.code, problem.message]).toEqual([
      403,
      'no_sessions',
      'No Sessions Available: You need to purchase a session package before you can book.',
    ])
  })

  test('is refused with sessions of another length or of another provider', async () => {
    const { client, provider } = await pair()
    const elsewhere = await addSeller(open.database)
    expect(await codeOf(client, elsewhere)).toEqual([403, 'no_sessions'])
    const half = { startTime: tuesday, endTime: '2026-06-16T06:30:00.000Z' }
    expect(await codeOf(client, provider, half)).toEqual([403, 'no_sessions'])
  })

  test.each([
    ['in the past', '2026-06-15T06:00:00.000Z'],
    ['outside hours', '2026-06-16T18:00:00.000Z'],
    ['on a day off', '2026-06-20T06:00:00.000Z'],
    ['beside the slots', '2026-06-16T06:10:00.000Z'],
    ['that ends after hours', '2026-06-16T13:30:00.000Z'],
    ['far ahead', '2027-06-15T06:00:00.000Z'],
  ])('is refused at a time %s', async (_, start) => {
    const { client, provider } = await pair()
    expect(await codeOf(client, provider, hourFrom(start))).toEqual([400, 'slot_unavailable'])
  })

  test.each([
    ['an end before its start', { startTime: tuesday, endTime: '2026-06-16T05:00:00.000Z' }],
    ['no length', { startTime: tuesday, endTime: tuesday }],
    ['half a minute too much', { startTime: tuesday, endTime: '2026-06-16T07:00:30.000Z' }],
    ['days of length', { startTime: tuesday, endTime: '2026-06-18T06:00:00.000Z' }],
  ])('is refused with %s', async (_, times) => {
    const { client, provider } = await pair()
    expect(await codeOf(client, provider, times)).toEqual([400, 'slot_unavailable'])
  })

  test('is refused at a time without a zone', async () => {
    const { client, provider } = await pair()
    const times = { startTime: '2026-06-16T09:00:00', endTime: '2026-06-16T10:00:00' }
    expect(await codeOf(client, provider, times)).toEqual([400, 'invalid_input'])
  })

  test.each([
    // Two o'clock of the fourth of October does not exist there: after 1:59 the clock shows three.
    {
      change: 'skips',
      timeZone: 'Australia/Sydney',
      free: ['2026-10-02T16:00:00.000Z', '2026-10-04T15:00:00.000Z'],
      gone: '2026-10-03T16:00:00.000Z',
    },
    // On the first of November one o'clock comes twice, so two o'clock is an hour later.
    {
      change: 'puts off',
      timeZone: 'America/New_York',
      free: ['2026-10-31T06:00:00.000Z', '2026-11-01T07:00:00.000Z'],
      gone: '2026-11-01T06:00:00.000Z',
    },
  ])('is refused in an hour that the provider’s clock $change', async (day) => {
    const { client, provider } = await pair()
    await open.database.orm.insert(workingSchedules).values({
      userId: provider.id,
      startTime: '02:00',
      endTime: '03:00',
      days: [0, 1, 2, 3, 4, 5, 6],
      timeZone: day.timeZone,
      updatedAt: new Date(testNoonMs),
    })
    for (const start of day.free) {
      expect((await book(client, provider, hourFrom(start))).status).toBe(201)
    }
    const gone = hourFrom(day.gone)
    expect(await codeOf(client, provider, gone)).toEqual([400, 'slot_unavailable'])
  })

  test('is refused where the client is elsewhere at that time', async () => {
    const { client, provider } = await pair()
    const other = await addSeller(open.database)
    const people = { clientId: client.id, providerId: other.id }
    await addBooking(open.database, people, { startsAt: new Date('2026-06-16T06:30:00Z') })
    const { status, problem } = await book(client, provider)
    expect([status, problem.message]).toEqual([409, 'You already have a session at this time.'])
    const taken = (await slots(client, provider)).reply.slots.filter((slot) => !slot.available)
    expect(taken).toHaveLength(2)
    expect((await access(client, provider)).remainingSessions).toBe(4)
  })

  test('is refused with somebody who is no provider, not listed or gone', async () => {
    const { client } = await pair()
    const waiting = await addSeller(open.database, { verifiedAt: null })
    const suspended = await addSeller(open.database, { suspendedAt: new Date(0) })
    const teen = await addPerson(open.database)
    for (const nobody of [waiting, suspended, teen, client]) {
      expect(await codeOf(client, nobody)).toEqual([404, 'not_found'])
      expect((await slots(client, nobody)).status).toBe(404)
    }
  })

  test('is refused where one of the two has blocked the other', async () => {
    for (const direction of ['client', 'provider'] as const) {
      const { client, provider } = await pair()
      const [blocker, blocked] = direction === 'client' ? [client, provider] : [provider, client]
      await open.database.pool.query(
        'insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, now())',
        [blocker.id, blocked.id],
      )
      expect(await codeOf(client, provider)).toEqual([404, 'not_found'])
      const params = { providerId: provider.id }
      expect((await call(server.origin, 'getPricing', { params }, client)).status).toBe(404)
    }
  })

  test('is refused to somebody under 18 with a provider who was not cleared for them', async () => {
    const { client, provider } = await pair()
    await open.database.orm
      .update(providers)
      .set({ minorsClearedAt: null })
      .where(eq(providers.userId, provider.id))
    expect(await codeOf(client, provider)).toEqual([403, 'minors_not_seen'])
    const plan = await addPlan(open.database, provider.id)
    const body = { serviceProviderId: provider.id, pricingPlanId: plan.id }
    const bought = await call(server.origin, 'createCheckoutSession', { body }, client)
    expect(bought.problem.code).toBe('minors_not_seen')
    await open.database.orm
      .update(users)
      .set({ birthDate: '2008-06-15' as never })
      .where(eq(users.id, client.id))
    expect((await book(client, provider)).status).toBe(201)
  })

  test('keeps to busy slots, which keep to booked sessions', async () => {
    const { client, provider } = await pair()
    const busy = (times: { startTime: string; endTime: string }) =>
      call(server.origin, 'postBusy', { body: { ...times, reason: 'Dentist' } }, provider)
    const { reply } = await busy(hourFrom('2026-06-16T06:30:00.000Z'))
    expect(reply.busySlot).toMatchObject({ start: '2026-06-16T06:30:00.000Z', reason: 'Dentist' })
    expect(await codeOf(client, provider)).toEqual([409, 'slot_taken'])
    expect(JSON.stringify((await slots(client, provider)).reply)).not.toContain('Dentist')
    const nine = hourFrom('2026-06-17T06:00:00.000Z')
    expect((await book(client, provider, nine)).status).toBe(201)
    const over = await busy(hourFrom('2026-06-17T06:59:00.000Z'))
    expect([over.status, over.problem.code, over.problem.message]).toEqual([
      409,
      'slot_taken',
      'There is a booked session in that time.',
    ])
    expect((await busy(hourFrom('2026-06-17T07:00:00.000Z'))).status).toBe(201)
    const params = { id: reply.busySlot.id }
    await call(server.origin, 'deleteBusy', { params }, provider)
    expect((await book(client, provider)).status).toBe(201)
  })

  function asSlot(start: string) {
    const { endTime } = hourFrom(start)
    return { start, end: endTime }
  }
})
