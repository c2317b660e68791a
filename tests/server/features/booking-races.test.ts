import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/account.ts'
import { bookings } from '#server/db/schema/booking.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { returnCredit } from '#server/features/payments/index.ts'
import { call } from '#tests/support/call.ts'
import { addPair } from '#tests/support/chats.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPaid, addSeller, hourFrom } from '#tests/support/money.ts'
import { opIdAt } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const passwordHash = await hash(goodPassword, argon2Cost)
const tuesday = '2026-06-16T06:00:00.000Z'
const wednesday = '2026-06-17T06:00:00.000Z'

describe.each(databasesUnderTest('both'))('people who want the same at once, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let provider: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function clients(count: number, sessions: number): Promise<SignedIn[]> {
    provider = await addSeller(open.database)
    const found: SignedIn[] = []
    for (let each = 0; each < count; each += 1) {
      const client = await addPerson(open.database)
      await addPaid(open.database, { userId: client.id, providerId: provider.id }, { sessions })
      found.push(client)
    }
    return found
  }
  async function book(client: SignedIn, start = tuesday) {
    const body = { serviceProviderId: provider.id, ...hourFrom(start) }
    return call(server.origin, 'book', { body }, client)
  }
  async function left(): Promise<number> {
    const { rows } = await open.database.pool.query(
      `select coalesce(sum(credits_left), 0)::int as left from payments where provider_id = $1`,
      [provider.id],
    )
    return rows[0]?.left
  }

  test('one of 50 gets the slot, 49 are told that it is taken and keep their session', async () => {
    const all = await clients(50, 1)
    const answers = await Promise.all(all.map((client) => book(client)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    const refused = answers.filter(({ status }) => status === 409)
    expect(new Set(refused.map(({ problem }) => problem.code))).toEqual(new Set(['slot_taken']))
    expect(await left()).toBe(49)
  })

  test('one of two bookings gets the last session', async () => {
    const [client] = await clients(1, 1)
    const answers = await Promise.all([book(client!, tuesday), book(client!, wednesday)])
    const codes = answers.map((answer) => (answer.status === 201 ? 'booked' : answer.problem.code))
    expect(codes.toSorted()).toEqual(['booked', 'no_sessions'])
    expect(await left()).toBe(0)
  })

  test('one of two bookings that press twice for the same slot gets it', async () => {
    const [client] = await clients(1, 5)
    const answers = await Promise.all(Array.from({ length: 5 }, () => book(client!)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await left()).toBe(4)
  })

  test('a client is at one place at a time, whoever of several providers is asked', async () => {
    const client = await addPerson(open.database)
    const sellers = await Promise.all(Array.from({ length: 6 }, () => addSeller(open.database)))
    for (const seller of sellers) {
      await addPaid(open.database, { userId: client.id, providerId: seller.id })
    }
    const answers = await Promise.all(
      sellers.map((seller) => {
        const body = { serviceProviderId: seller.id, ...hourFrom(tuesday) }
        return call(server.origin, 'book', { body }, client)
      }),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('two who change places at once never end up in the same, and lose nothing', async () => {
    const pair = await clients(2, 1)
    const starts = [tuesday, wednesday]
    const booked = await Promise.all(pair.map((client, index) => book(client, starts[index])))
    const ids = booked.map(({ reply }) => reply._id)
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        pair.map((client, index) => {
          const input = {
            params: { id: ids[index] ?? '' },
            body: hourFrom(starts[1 - index] ?? ''),
          }
          return call(server.origin, 'rescheduleBooking', input, client)
        }),
      )
    }
    const { rows } = await open.database.pool.query(
      `select count(distinct starts_at)::int as times, count(*)::int as sessions from bookings
        where provider_id = $1 and status = 'booked'`,
      [provider.id],
    )
    expect(rows).toEqual([{ times: 2, sessions: 2 }])
  })

  // The embedded database has one connection: nothing comes in between.
  test.runIf(kind === 'postgres')(
    'a credit goes back once where its session is cancelled while the provider’s account goes',
    async () => {
      const [client] = await clients(1, 1)
      const { reply } = await book(client!)
      const { orm, pool } = open.database
      await orm.update(users).set({ passwordHash }).where(eq(users.id, provider.id))
      const { gone } = await orm.transaction(async (tx) => {
        const [booking] = await tx
          .update(bookings)
          .set({ status: 'cancelled', cancelledBy: 'client' })
          .where(eq(bookings.id, reply._id))
          .returning()
        const body = { password: goodPassword }
        const going = call(server.origin, 'deleteAccount', { body }, provider)
        const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
        const { id: bookingId, paymentId } = booking!
        await returnCredit(tx, { paymentId, bookingId }, { at: new Date(), newId: uuidv7 })
        return { gone: going }
      })
      expect((await gone).status).toBe(204)
      const mine = await pool.query('select credits_left from payments where user_id = $1', [
        client!.id,
      ])
      expect(mine.rows).toEqual([{ credits_left: 1 }])
    },
  )

  test.each([
    ['an account that goes', 'delete on users'],
    ['a booking', 'insert on bookings'],
    ['a message', 'insert on messages'],
  ])('%s is done anew where the database ended it for a ring of waiters', async (_, event) => {
    const [client] = await clients(1, 2)
    await book(client!, wednesday)
    const { chatId } = await addPair(open.database, { client: client!, provider })
    const message = { params: { chatId }, body: { content: 'Hello', id: opIdAt() }, files: {} }
    const { orm, pool } = open.database
    await orm.update(users).set({ passwordHash }).where(eq(users.id, provider.id))
    // A sequence counts on where a transaction is undone.
    await pool.query(`create sequence rings;
      create function end_first() returns trigger language plpgsql as $$ begin
        if nextval('rings') = 1 then
          raise exception 'deadlock detected' using errcode = 'deadlock_detected';
        end if;
        return coalesce(new, old);
      end $$;
      create trigger ring before ${event} for each row execute function end_first()`)
    const answers = [
      await book(client!, tuesday),
      await call(server.origin, 'postMessage', message, client),
      await call(server.origin, 'deleteAccount', { body: { password: goodPassword } }, provider),
    ]
    const { rows } = await pool.query('select last_value::int as tries from rings')
    await pool.query('drop function end_first cascade; drop sequence rings')
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 204])
    expect(rows).toEqual([{ tries: 2 }])
    const mine = await pool.query(
      `select credits_left, (select count(*)::int from users where id = $2) as provider
        from payments where user_id = $1`,
      [client!.id, provider.id],
    )
    expect(mine.rows).toEqual([{ credits_left: 2, provider: 0 }])
  })

  test('a busy slot and a session never lie over one another', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [client] = await clients(1, 1)
      const busy = call(server.origin, 'postBusy', { body: hourFrom(tuesday) }, provider)
      const statuses = (await Promise.all([book(client!), busy])).map(({ status }) => status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409])
    }
  })
})
