import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseErrorFacts } from '#server/db/errors.ts'
import { bookings } from '#server/db/schema/booking.ts'
import { creditEntries, payments } from '#server/db/schema/payments.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson } from '#tests/support/people.ts'
import { testNoonMs } from '#tests/support/server.ts'

const hourMs = 3_600_000

describe.each(databasesUnderTest('both'))('the database itself, on %s', (kind) => {
  let open: TestDatabase

  beforeAll(async () => {
    open = await openTestDatabase(kind)
  })
  afterAll(() => open.drop())

  async function stage() {
    const client = await addPerson(open.database)
    const provider = await addPerson(open.database, { userType: 'ServiceProvider' })
    const payment: typeof payments.$inferInsert = {
      id: uuidv7(),
      userId: client.id,
      providerId: provider.id,
      type: 'bundle',
      sessions: 2,
      durationMinutes: 60,
      frequency: '',
      currency: 'USD',
      priceMinor: 10_000,
      amountMinor: 11_400,
      status: 'paid',
      gateway: 'sandbox',
      createdAt: new Date(testNoonMs),
      expiresAt: new Date(testNoonMs),
    }
    await open.database.orm.insert(payments).values(payment)
    const enter = (
      kind: 'paid' | 'used' | 'returned' | 'refunded',
      amount: number,
      bookingId?: string,
    ) =>
      outcomeOf(
        open.database.orm.insert(creditEntries).values({
          id: uuidv7(),
          paymentId: payment.id,
          kind,
          amount,
          bookingId: bookingId ?? null,
          at: new Date(testNoonMs),
        }),
      )
    const book = (fromHour: number, more: Partial<typeof bookings.$inferInsert> = {}) =>
      outcomeOf(
        open.database.orm.insert(bookings).values({
          id: uuidv7(),
          clientId: client.id,
          providerId: provider.id,
          paymentId: payment.id,
          startsAt: new Date(testNoonMs + fromHour * hourMs),
          endsAt: new Date(testNoonMs + (fromHour + 1) * hourMs),
          timeZone: 'UTC',
          status: 'booked',
          createdAt: new Date(testNoonMs),
          updatedAt: new Date(testNoonMs),
          ...more,
        }),
      )
    const left = async () => {
      const { rows } = await open.database.pool.query(
        'select credits_left from payments where id = $1',
        [payment.id],
      )
      return rows[0]?.credits_left
    }
    return { client, provider, payment, enter, book, left }
  }

  test('counts credits as they are entered, and never below none', async () => {
    const { enter, left } = await stage()
    const session = uuidv7()
    expect(await enter('used', -1, session)).toBe('payments_credits_left')
    expect(await enter('paid', 2)).toBe('done')
    expect(await enter('used', -1, session)).toBe('done')
    expect(await enter('returned', 1, session)).toBe('done')
    expect(await enter('refunded', -2)).toBe('done')
    expect(await enter('used', -1, uuidv7())).toBe('payments_credits_left')
    expect(await left()).toBe(0)
  })

  test('takes a payment once, and one credit of a session each way', async () => {
    const { enter } = await stage()
    const session = uuidv7()
    expect([await enter('paid', 2), await enter('paid', 2)]).toEqual([
      'done',
      'credit_entries_paid_once',
    ])
    expect([await enter('used', -1, session), await enter('used', -1, session)]).toEqual([
      'done',
      'credit_entries_booking_once',
    ])
    expect([await enter('returned', 1, session), await enter('returned', 1, session)]).toEqual([
      'done',
      'credit_entries_booking_once',
    ])
  })

  test.each([
    ['paid', -1],
    ['used', 1],
    ['returned', -1],
    ['refunded', 1],
  ] as const)('refuses %s credits of %i', async (kind, amount) => {
    const { enter } = await stage()
    expect(await enter(kind, amount, kind === 'paid' ? undefined : uuidv7())).toBe(
      'credit_entries_sign',
    )
  })

  test('changes no entry, and no count but by entries', async () => {
    const { enter, payment, left } = await stage()
    await enter('paid', 2)
    for (const statement of [
      'update credit_entries set amount = 9 where payment_id = $1',
      'delete from credit_entries where payment_id = $1',
      'update payments set credits_left = 9 where id = $1',
    ]) {
      expect(await outcomeOf(open.database.pool.query(statement, [payment.id]))).toBe('23001')
    }
    expect(await left()).toBe(2)
  })

  test('forbids two sessions at once, for the provider and for the client', async () => {
    const { book } = await stage()
    const other = await stage()
    expect(await book(0)).toBe('done')
    expect(await book(0.5, { clientId: other.client.id })).toBe('bookings_provider_overlap')
    expect(await book(-0.5, { providerId: other.provider.id })).toBe('bookings_client_overlap')
    expect(await book(1)).toBe('done')
    expect(await book(-1)).toBe('done')
    expect(await book(0.5, { status: 'cancelled' })).toBe('done')
    expect(await book(0, { clientId: other.client.id, providerId: other.provider.id })).toBe('done')
  })

  test('forbids a session with oneself and one that ends before it starts', async () => {
    const { book, client } = await stage()
    expect(await book(0, { providerId: client.id })).toBe('bookings_two_people')
    expect(await book(0, { endsAt: new Date(testNoonMs) })).toBe('bookings_order')
  })
})

/** `done`, or what refused it: the constraint's name, else the code. */
async function outcomeOf(work: PromiseLike<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    const { constraint, code, message } = databaseErrorFacts(error)
    return constraint ?? code ?? message
  }
}
