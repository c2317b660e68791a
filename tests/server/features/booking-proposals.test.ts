import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/account.ts'
import { noticeDelete } from '#server/features/notices/notices.sql.ts'
import { call } from '#tests/support/call.ts'
import { addConnection } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addBooking, addPaid, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const hourMs = 3_600_000
/** Nine o'clock on days of one week in Cairo. */
const wednesday = '2026-06-17T06:00:00.000Z'
const thursday = '2026-06-18T06:00:00.000Z'
const friday = '2026-06-19T06:00:00.000Z'

describe.each(databasesUnderTest('both'))('another time for a session, on %s', (kind) => {
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

  async function booked(start = thursday) {
    const [client, provider] = [await addPerson(open.database), await addSeller(open.database)]
    const people = { clientId: client.id, providerId: provider.id }
    const { id } = await addBooking(open.database, people, { startsAt: new Date(start) })
    return { client, provider, id }
  }
  const propose = (who: SignedIn, id: string, start = friday) =>
    call(server.origin, 'proposeTime', { params: { id }, body: hourFrom(start) }, who)
  const accept = (who: SignedIn, id: string, start = friday) =>
    call(server.origin, 'acceptProposal', { params: { id }, body: hourFrom(start) }, who)
  const end = (who: SignedIn, id: string) =>
    call(server.origin, 'endProposal', { params: { id } }, who)
  const sessionOf = async (who: SignedIn) =>
    (await call(server.origin, 'listBookings', { query: {} }, who)).reply.bookings[0]
  const noticesOf = async (who: SignedIn) =>
    (await call(server.origin, 'listNotices', { query: {} }, who)).reply.notices.map(
      ({ kind: each, aboutId, person }) => [each, aboutId, person.id],
    )
  const subjectsTo = ({ user }: SignedIn) =>
    server.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)
  const setHours = (provider: SignedIn, more: { bufferMinutes?: number; noticeHours?: number }) =>
    call(
      server.origin,
      'putSchedule',
      {
        body: {
          workingHours: { start: '09:00', end: '17:00' },
          workingDays: [1, 2, 3, 4, 5],
          ...more,
        },
      },
      provider,
    )

  test('is proposed by its provider and accepted by its client: the session moves, its credit stays used', async () => {
    const { client, provider, id } = await booked()
    const { reply } = await propose(provider, id)
    expect(reply).toMatchObject({
      start: thursday,
      sequence: 0,
      proposal: { ...startAndEnd(friday), expiresAt: thursday },
    })
    expect((await sessionOf(client))?.proposal?.start).toBe(friday)
    await server.jobs.runDue()
    expect(await noticesOf(client)).toEqual([['booking.proposed', id, provider.id]])
    await expect.poll(() => subjectsTo(client)).toEqual(['Another time for your session?'])
    expect(subjectsTo(provider)).toEqual([])

    // Proposed again because an answer was lost, it is told once.
    await open.database.pool.query('update notices set read_at = now() where about_id = $1', [id])
    expect((await propose(provider, id)).reply.proposal).toEqual(reply.proposal)
    await server.jobs.runDue()
    expect((await call(server.origin, 'listNotices', { query: {} }, client)).reply.unread).toBe(0)

    const accepted = await accept(client, id)
    expect(accepted.reply).toMatchObject({ start: friday, sequence: 1, proposal: null })
    await server.jobs.runDue()
    expect(await noticesOf(client)).toEqual([])
    expect(await noticesOf(provider)).toEqual([['booking.accepted', id, client.id]])
    await expect.poll(() => subjectsTo(provider)).toEqual(['Your session has moved'])
    const { rows } = await open.database.pool.query(
      'select kind from credit_entries where booking_id = $1',
      [id],
    )
    expect(rows).toEqual([{ kind: 'used' }])
    const params = { providerId: provider.id }
    const access = await call(server.origin, 'validateAccess', { params }, client)
    expect(access.reply.remainingSessions).toBe(0)
  })

  test('is declined by the client or taken back by the provider; the session stays', async () => {
    const { client, provider, id } = await booked()
    await propose(provider, id)
    await server.jobs.runDue()
    expect((await end(client, id)).reply).toMatchObject({ start: thursday, proposal: null })
    await server.jobs.runDue()
    expect(await noticesOf(client)).toEqual([])
    expect(await noticesOf(provider)).toEqual([['booking.declined', id, client.id]])
    expect((await end(client, id)).problem.code).toBe('wrong_state')

    await propose(provider, id)
    expect((await end(provider, id)).reply.proposal).toBeNull()
    const late = await accept(client, id)
    expect([late.status, late.problem.message]).toEqual([409, 'This time is not proposed anymore.'])
    // What was taken back before anybody was told of it is news to nobody.
    await server.jobs.runDue()
    expect(await noticesOf(client)).toEqual([])
    expect(await sessionOf(provider)).toMatchObject({ start: thursday, sequence: 0 })
  })

  test.each(['declined', 'accepted'] as const)(
    'that follows one that was %s stays told, however slow the server was with that one',
    async (how) => {
      const { client, provider, id } = await booked()
      await propose(provider, id)
      await server.jobs.runDue()
      const letGo = holdOutside(open.database, noticeDelete.name)
      const answer = how === 'declined' ? end(client, id) : accept(client, id)
      await expect.poll(async () => (await sessionOf(provider))?.proposal).toBeNull()
      await propose(provider, id, wednesday)
      await server.jobs.runDue()
      letGo()
      expect((await answer).status).toBe(200)
      expect(await noticesOf(client)).toEqual([['booking.proposed', id, provider.id]])
    },
  )

  // The embedded database has one connection: nothing comes in between.
  test.runIf(kind === 'postgres')(
    'is told to nobody where it is declined while it is being told',
    async () => {
      const { client, provider, id } = await booked()
      await propose(provider, id)
      const { orm, pool } = open.database
      const waiting = async () => {
        const { rowCount } = await pool.query(`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        return rowCount ?? 0
      }
      let newsSent: Promise<number> | undefined
      let answered = false
      let ended: ReturnType<typeof end> | undefined
      await orm.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.id, client.id)).for('update')
        // The notice waits for its person's row.
        newsSent = server.jobs.runDue()
        await expect.poll(waiting).toBe(1)
        ended = end(client, id).finally(() => (answered = true))
        await expect.poll(async () => answered || (await waiting()) === 2).toBe(true)
      })
      await Promise.all([newsSent, ended])
      await server.jobs.runDue()
      expect((await sessionOf(client))?.proposal).toBeNull()
      expect(await noticesOf(client)).toEqual([])
    },
  )

  test('makes the session newer each time it is proposed or ended, also where no time has passed', async () => {
    const { client, provider, id } = await booked()
    const connectionId = await addConnection(open.database, {
      clientId: client.id,
      providerId: provider.id,
    })
    const changed = [(await sessionOf(client))?.updatedAt]
    changed.push((await propose(provider, id)).reply.updatedAt)
    changed.push((await propose(provider, id, wednesday)).reply.updatedAt)
    changed.push((await end(client, id)).reply.updatedAt)
    changed.push((await propose(provider, id)).reply.updatedAt)
    await call(server.origin, 'endConnection', { params: { id: connectionId } }, client)
    const session = await sessionOf(client)
    expect(session).toMatchObject({ sequence: 0, proposal: null })
    changed.push(session?.updatedAt)
    const times = changed.map((at) => Date.parse(at ?? ''))
    const steps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(steps).toHaveLength(5)
    expect(Math.min(...steps)).toBeGreaterThan(0)
  })

  test('is one at a time: the newest stands, and nobody agrees to one that they did not see', async () => {
    const { client, provider, id } = await booked()
    await propose(provider, id, friday)
    await propose(provider, id, wednesday)
    expect((await sessionOf(client))?.proposal?.start).toBe(wednesday)
    const other = await accept(client, id, friday)
    expect([other.status, other.problem.message]).toEqual([
      409,
      'Another time was proposed meanwhile.',
    ])
    expect((await accept(client, id, wednesday)).reply.start).toBe(wednesday)
  })

  test('is accepted once, however often it is pressed', async () => {
    const { client, provider, id } = await booked()
    await propose(provider, id)
    const all = await Promise.all([1, 2, 3].map(() => accept(client, id)))
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await sessionOf(client))?.sequence).toBe(1)
  })

  test('is for the two alone: others find nothing, and each does only their own part', async () => {
    const { client, provider, id } = await booked()
    const [stranger, rival] = [await addPerson(open.database), await addSeller(open.database)]
    expect((await propose(rival, id)).status).toBe(404)
    expect((await propose(client, id)).status).toBe(403)
    await propose(provider, id)
    expect((await accept(provider, id)).status).toBe(403)
    for (const who of [stranger, rival]) {
      expect((await accept(who, id)).status).toBe(404)
      expect((await end(who, id)).status).toBe(404)
    }
    expect((await sessionOf(client))?.proposal?.start).toBe(friday)
  })

  test.each([
    ['past', '2026-06-15T06:00:00.000Z', 'slot_unavailable'],
    ['outside hours', '2026-06-18T18:00:00.000Z', 'slot_unavailable'],
    ['the one it has', thursday, 'slot_unavailable'],
    ['taken', friday, 'slot_taken'],
  ])('is refused where it is %s', async (_, start, code) => {
    const { provider, id } = await booked()
    const other = await addPerson(open.database)
    const people = { clientId: other.id, providerId: provider.id }
    await addBooking(open.database, people, { startsAt: new Date(friday) })
    expect((await propose(provider, id, start)).problem.code).toBe(code)
  })

  test('reserves nothing: where somebody else took it meanwhile, the session stays as it is', async () => {
    const { client, provider, id } = await booked()
    await propose(provider, id)
    const other = await addPerson(open.database)
    await addPaid(open.database, { userId: other.id, providerId: provider.id })
    const body = { serviceProviderId: provider.id, ...hourFrom(friday) }
    expect((await call(server.origin, 'book', { body }, other)).status).toBe(201)
    const late = await accept(client, id)
    expect([late.status, late.problem.code]).toEqual([409, 'slot_taken'])
    expect(await sessionOf(client)).toMatchObject({ start: thursday, sequence: 0 })
  })

  test('can be accepted after the client’s own notice time, until the session begins', async () => {
    const { client, provider, id } = await booked()
    await propose(provider, id)
    nowMs = Date.parse(thursday) - 1
    expect((await accept(client, id)).reply.start).toBe(friday)
    const second = await booked()
    nowMs = testNoonMs
    await propose(second.provider, second.id)
    nowMs = Date.parse(thursday)
    const late = await accept(second.client, second.id)
    expect([late.status, late.problem.code]).toEqual([409, 'too_late'])
  })

  test('that is earlier is open until the provider’s notice time before it', async () => {
    const { client, provider, id } = await booked()
    await setHours(provider, { noticeHours: 24 })
    const soon = await propose(provider, id, '2026-06-16T06:00:00.000Z')
    expect([soon.problem.code, soon.problem.message]).toEqual([
      'slot_unavailable',
      'This time is too soon to book.',
    ])
    await propose(provider, id, wednesday)
    nowMs = Date.parse(wednesday) - 24 * hourMs + 1
    expect((await accept(client, id, wednesday)).problem.code).toBe('too_late')
    nowMs -= 1
    expect((await accept(client, id, wednesday)).reply.start).toBe(wednesday)
  })

  test('keeps the buffer to the provider’s other sessions, as every booking does', async () => {
    const { provider, client, id } = await booked()
    await setHours(provider, { bufferMinutes: 15 })
    const other = await addPerson(open.database)
    const startsAt = new Date('2026-06-19T07:05:00.000Z')
    await addBooking(open.database, { clientId: other.id, providerId: provider.id }, { startsAt })
    expect((await propose(provider, id)).problem.code).toBe('slot_taken')
    const query = { startDate: '2026-06-19', endDate: '2026-06-20' }
    const open_ = await call(server.origin, 'openSlots', { params: { id }, query }, provider)
    const free = open_.reply.slots.filter(({ available }) => available)
    expect(free.map(({ start }) => start.slice(11, 16))).toEqual([
      '08:30',
      '09:45',
      '11:00',
      '12:15',
    ])
    await addPaid(open.database, { userId: client.id, providerId: provider.id })
    const book = (start: string) =>
      call(
        server.origin,
        'book',
        { body: { serviceProviderId: provider.id, ...hourFrom(start) } },
        client,
      )
    const near = await book(friday)
    expect([near.status, near.problem.code]).toEqual([409, 'slot_taken'])
    const move = await call(
      server.origin,
      'rescheduleBooking',
      { params: { id }, body: hourFrom(friday) },
      client,
    )
    expect(move.problem.code).toBe('slot_taken')
    expect((await book('2026-06-19T08:30:00.000Z')).status).toBe(201)
  })

  test('says nothing of when the client meets others', async () => {
    const { provider, client, id } = await booked()
    const rival = await addSeller(open.database)
    const people = { clientId: client.id, providerId: rival.id }
    await addBooking(open.database, people, { startsAt: new Date(friday) })
    const query = { startDate: '2026-06-19', endDate: '2026-06-20' }
    const { reply } = await call(server.origin, 'openSlots', { params: { id }, query }, provider)
    expect(reply.slots.every(({ available }) => available)).toBe(true)
    expect((await propose(provider, id)).status).toBe(200)
    const own = await accept(client, id)
    expect([own.status, own.problem.message]).toEqual([
      409,
      'You already have a session at this time.',
    ])
  })

  test.each([
    ['cancel', 409],
    ['move', 200],
    ['block', 409],
    ['end', 409],
    ['clearance', 409],
  ] as const)('is gone after a %s', async (how, again) => {
    const { provider, client, id } = await booked()
    const pair = { clientId: client.id, providerId: provider.id }
    const connectionId = await addConnection(open.database, pair)
    await propose(provider, id)
    await server.jobs.runDue()
    const steps = {
      cancel: () => call(server.origin, 'cancelBooking', { params: { id } }, provider),
      move: () =>
        call(
          server.origin,
          'rescheduleBooking',
          { params: { id }, body: hourFrom(wednesday) },
          client,
        ),
      block: () => call(server.origin, 'blockPerson', { body: { userId: provider.id } }, client),
      clearance: () =>
        call(
          server.origin,
          'updatePractice',
          { params: { id: provider.id }, body: { seesMinors: false } },
          provider,
        ),
      end: () => call(server.origin, 'endConnection', { params: { id: connectionId } }, client),
    }
    expect((await steps[how]()).status).toBeLessThan(300)
    expect((await accept(client, id)).status).toBeGreaterThanOrEqual(400)
    const left = await open.database.pool.query(
      'select starts_at, proposed_starts_at from bookings where id = $1',
      [id],
    )
    await server.jobs.runDue()
    expect((await noticesOf(client)).map(([each]) => each)).not.toContain('booking.proposed')
    const startsAt = new Date(how === 'move' ? wednesday : thursday)
    expect(left.rows).toEqual([{ starts_at: startsAt, proposed_starts_at: null }])
    // Whoever parted is not asked again.
    expect((await propose(provider, id)).status).toBe(again)
  })
})

/** Keeps a statement that belongs to no transaction away from the database until it is let go. */
function holdOutside({ pool }: Database, name: string): () => void {
  const { promise: going, resolve: letGo } = Promise.withResolvers<void>()
  const ask = pool.query.bind(pool) as (...given: unknown[]) => unknown
  const query = (...given: unknown[]) => {
    const [first] = given
    const held = typeof first === 'object' && first !== null && Reflect.get(first, 'name') === name
    return held ? going.then(() => ask(...given)) : ask(...given)
  }
  Object.assign(pool, { query })
  return () => {
    Object.assign(pool, { query: ask })
    letGo()
  }
}

function startAndEnd(start: string) {
  const { endTime } = hourFrom(start)
  return { start, end: endTime }
}
