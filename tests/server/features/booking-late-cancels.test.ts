import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelRefusals } from '#contract/booking/model.ts'
import { problemCatalogue } from '#contract/problem.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPaid, addSeller, hourFrom } from '#tests/support/money.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Nine o'clock on a Thursday in Cairo. */
const thursday = '2026-06-18T06:00:00.000Z'
const friday = '2026-06-19T06:00:00.000Z'
const startMs = Date.parse(thursday)
/** The last minute in which its client may cancel it. */
const lastMinuteMs = startMs - 24 * hourMs - minuteMs

describe.each(databasesUnderTest('both'))('a cancel that was queued, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
  })
  beforeEach(() => {
    nowMs = testNoonMs
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function booked(start = thursday, given: { client?: SignedIn } = {}) {
    const client = given.client ?? (await addPerson(open.database))
    const provider = await addSeller(open.database)
    await addPaid(open.database, { userId: client.id, providerId: provider.id }, { sessions: 2 })
    const body = { serviceProviderId: provider.id, ...hourFrom(start) }
    const { reply } = await call(server.origin, 'book', { body }, client)
    const params = { providerId: provider.id }
    const left = async () =>
      (await call(server.origin, 'validateAccess', { params }, client)).reply.remainingSessions
    return { client, provider, id: reply._id, left }
  }
  /** Tapped and last heard at a moment; the operation as its device sends it. */
  function cancelOp(bookingId: string, tappedMs: number, given: Record<string, unknown> = {}) {
    const at = new Date(tappedMs).toISOString()
    const payload = { bookingId, sequence: 0, tappedAt: at, lastAnswerAt: at, ...given }
    return wireOp(payload, { kind: 'booking.cancel', opId: opIdAt(at) })
  }
  async function push(who: SignedIn, ...ops: ReturnType<typeof cancelOp>[]) {
    const body = { ops }
    return (await call(server.origin, 'pushOps', { body }, who)).reply.results
  }
  const sessionOf = async (who: SignedIn, id: string) => {
    const scopes = await Promise.all(
      (['upcoming', 'past'] as const).map((scope) =>
        call(server.origin, 'listBookings', { query: { scope } }, who),
      ),
    )
    return scopes.flatMap(({ reply }) => reply.bookings).find(({ _id }) => _id === id)
  }

  test('counts by its tap: sent four hours after the notice time, its credit is back once', async () => {
    const { client, provider, id, left } = await booked()
    nowMs = startMs - 20 * hourMs
    const op = cancelOp(id, lastMinuteMs)
    const receipt = { bookingId: id, cancelledBy: 'client', sequence: 1 }
    expect(await push(client, op)).toMatchObject([{ status: 'applied', result: receipt }])
    expect(await push(client, op)).toMatchObject([{ status: 'duplicate', result: receipt }])
    expect(await left()).toBe(2)
    const tapped = new Date(lastMinuteMs).toISOString()
    const theirs = await sessionOf(provider, id)
    expect(theirs).toMatchObject({ status: 'cancelled', cancelTappedAt: tapped })
    await server.jobs.runDue()
    const mails = server.mails.filter(({ to }) => to === provider.user.email)
    expect(mails.some(({ text }) => text.includes('in time'))).toBe(true)
    const own = server.mails.filter(({ to }) => to === client.user.email)
    expect(own.some(({ text }) => text.includes('in time'))).toBe(false)
  })

  test('that comes within the notice time is a cancel as any other', async () => {
    const { client, provider, id, left } = await booked()
    nowMs = lastMinuteMs
    expect(await push(client, cancelOp(id, testNoonMs))).toMatchObject([{ status: 'applied' }])
    expect(await left()).toBe(2)
    expect((await sessionOf(provider, id))?.cancelTappedAt).toBeNull()
  })

  test.each([
    [
      'tapped after the notice time',
      startMs - 23 * hourMs,
      startMs - 22 * hourMs,
      {},
      problemCatalogue.too_late.message,
    ],
    [
      'that took twelve hours',
      lastMinuteMs,
      lastMinuteMs + 12 * hourMs,
      {},
      cancelRefusals.tooLong,
    ],
    [
      'by a clock that was set back two hours',
      lastMinuteMs,
      startMs - 22 * hourMs,
      { lastAnswerAt: new Date(lastMinuteMs + 2 * hourMs).toISOString() },
      cancelRefusals.clock,
    ],
    [
      'by a clock that is ahead',
      startMs - 20 * hourMs + 3 * minuteMs,
      startMs - 20 * hourMs,
      {},
      cancelRefusals.clock,
    ],
    ['that comes after the start', lastMinuteMs, startMs, {}, cancelRefusals.begun],
  ])('%s is refused with words, and the session stays', async (_, tapped, sent, given, message) => {
    const { client, id, left } = await booked()
    nowMs = sent
    const [result] = await push(client, cancelOp(id, tapped, given))
    expect(result).toMatchObject({ status: 'rejected', code: 'too_late', message })
    expect(await left()).toBe(1)
    expect((await sessionOf(client, id))?.status).toBe('booked')
  })

  test('of a session that was moved meanwhile is refused, and the new time stays', async () => {
    const { client, id, left } = await booked()
    await call(
      server.origin,
      'rescheduleBooking',
      { params: { id }, body: hourFrom(friday) },
      client,
    )
    const [result] = await push(client, cancelOp(id, testNoonMs))
    expect(result).toMatchObject({
      status: 'rejected',
      code: 'wrong_state',
      message: cancelRefusals.moved,
    })
    expect(await left()).toBe(1)
    expect(await sessionOf(client, id)).toMatchObject({ status: 'booked', start: friday })
  })

  test('of a session that the other one cancelled first changes nothing', async () => {
    const { client, provider, id, left } = await booked()
    await call(server.origin, 'cancelBooking', { params: { id } }, provider)
    expect(await push(client, cancelOp(id, testNoonMs))).toMatchObject([
      { status: 'superseded', result: { cancelledBy: 'provider', sequence: 1 } },
    ])
    expect(await left()).toBe(2)
  })

  test('counts late twice in thirty days, whoever the provider is, and again after them', async () => {
    const client = await addPerson(open.database)
    const days = ['2026-06-17', '2026-06-18', '2026-06-22', '2026-07-21']
    const outcomes = []
    for (const date of days) {
      const start = `${date}T08:00:00.000Z`
      nowMs = Date.parse(start) - 30 * hourMs
      const { id } = await booked(start, { client })
      const tapped = Date.parse(start) - 24 * hourMs - minuteMs
      nowMs = tapped + 2 * hourMs
      outcomes.push((await push(client, cancelOp(id, tapped)))[0])
    }
    expect(outcomes).toMatchObject([
      { status: 'applied' },
      { status: 'applied' },
      { status: 'rejected', code: 'too_late', message: cancelRefusals.tooMany },
      { status: 'applied' },
    ])
  })

  test('is a provider’s until the session starts, and needs no trust', async () => {
    const { provider, id, left } = await booked()
    nowMs = startMs - 1
    expect(await push(provider, cancelOp(id, lastMinuteMs))).toMatchObject([
      { status: 'applied', result: { cancelledBy: 'provider' } },
    ])
    expect(await left()).toBe(2)
    const second = await booked(friday)
    nowMs = Date.parse(friday)
    expect(await push(second.provider, cancelOp(second.id, nowMs - hourMs))).toMatchObject([
      { status: 'rejected', code: 'too_late' },
    ])
  })

  test('is nothing to anybody else, nor of a session that never was', async () => {
    const { id, client, left } = await booked()
    const others = [await addPerson(open.database), await addSeller(open.database)]
    for (const other of others) {
      expect(await push(other, cancelOp(id, testNoonMs))).toMatchObject([
        { status: 'rejected', code: 'not_found' },
      ])
    }
    expect(await push(client, cancelOp(crypto.randomUUID(), testNoonMs))).toMatchObject([
      { status: 'rejected', code: 'not_found' },
    ])
    expect(await left()).toBe(1)
  })

  test('and one made at the same time by a call give one credit back', async () => {
    const { client, provider, id, left } = await booked()
    await Promise.all([
      push(client, cancelOp(id, testNoonMs)),
      call(server.origin, 'cancelBooking', { params: { id } }, provider),
      push(provider, cancelOp(id, testNoonMs)),
    ])
    expect(await left()).toBe(2)
  })
})
