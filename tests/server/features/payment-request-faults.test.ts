import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, lockPeople, ormOn } from '#server/db/orm.ts'
import { slotHolds, googleCalendars } from '#server/db/schema/booking.ts'
import { pricingPlans } from '#server/db/schema/payments.ts'
import { stripeCheckout } from '#server/ports/checkout/stripe.ts'
import { call } from '#tests/support/call.ts'
import { addBlock } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addSeller, hourFrom } from '#tests/support/money.ts'
import { payLinks } from '#tests/support/pay-links.ts'
import type { SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import { deliver, startStripeFake, type StripeFake } from '#tests/support/stripe-fake.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** A Thursday morning, by the clock of the provider's Egypt. */
const thursday = '2026-06-18T06:00:00.000Z'

describe.each(databasesUnderTest('both'))('a link when things go wrong, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let stripe: StripeFake
  let other: TestServer | undefined
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    stripe = await startStripeFake(() => nowMs)
    const checkout = await stripeCheckout(stripe.keys, { publicUrl: 'https://zync.example' })
    server = await startTestServer(open.database, { checkout, now: () => nowMs })
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    await open.database.pool.query('delete from rate_limits')
  })
  afterAll(async () => {
    await server.close()
    await other?.close()
    await stripe.close()
    await open.drop()
  })

  const links = payLinks(() => ({ server, database: open.database }))
  const { asking, view, begin, sessionOf, listed, left, statuses, hear } = links

  test('holds no time of a calendar that does not answer, and asks it again', async () => {
    const slot = hourFrom(thursday)
    const { token, seller } = await asking({ slot })
    const { orm } = open.database
    const broken = { userId: seller.id, sealedTokens: 'x', connectedAt: new Date(testNoonMs) }
    await orm.insert(googleCalendars).values(broken)
    expect((await begin(token)).status).toBe(201)
    const held = () => orm.$count(slotHolds, eq(slotHolds.providerId, seller.id))
    expect(await held()).toBe(0)
    await orm.delete(googleCalendars).where(eq(googleCalendars.userId, seller.id))
    expect([(await begin(token)).status, await held()]).toEqual([201, 1])
  })

  test('says so when Stripe does not answer, and goes on where it was', async () => {
    const { token, asker, seller } = await asking()
    stripe.failNext(3)
    expect((await begin(token)).problem.code).toBe('partner_unavailable')
    const session = sessionOf(await begin(token))
    await hear(stripe.paid(session))
    expect([await left(asker, seller), await statuses(asker)]).toEqual([4, ['paid']])
  })

  test('gives back what was paid for a price that nobody asked for anymore, though nobody looked meanwhile', async () => {
    const { token, asker, plan, seller } = await asking()
    const session = sessionOf(await begin(token))
    await open.database.orm
      .update(pricingPlans)
      .set({ retiredAt: new Date(nowMs) })
      .where(eq(pricingPlans.id, plan.id))
    expect(await listed(asker)).toMatchObject([{ status: 'changed' }])
    await hear(stripe.paid(session))
    await server.jobs.runDue()
    expect([await left(asker, seller), await statuses(asker)]).toEqual([0, ['refunded']])
    const { reply } = await call(server.origin, 'listNotices', { query: {} }, asker)
    expect(reply.notices).toMatchObject([{ kind: 'payment.changed' }])
  })

  test('gives back what was paid while one of the two blocked the other', async () => {
    const { token, asker, seller } = await asking()
    const session = sessionOf(await begin(token))
    await addBlock(open.database, seller.id, asker.id)
    await hear(stripe.paid(session))
    await server.jobs.runDue()
    expect(await statuses(asker)).toEqual(['refunded'])
  })

  test.runIf(kind === 'postgres')(
    'says that a time is booked where two processes booked it at once',
    async () => {
      const { token, asker, request } = await asking({ slot: hourFrom(thursday) })
      await deliver(server.origin, stripe.paid(sessionOf(await begin(token))))
      const { orm, pool } = open.database
      const payload = { requestId: request._id }
      const again = { kind: 'payment-requests.paid', key: 'again', payload } as const
      await server.jobs.add(orm, { ...again, runAt: new Date(nowMs) })
      // Open to the end: the clock of the jobs in the database goes with it.
      other = await startTestServer(open.database, { now: () => nowMs })
      const { jobs } = other
      // Both have looked by the time that one of them may book.
      const working = await inTransaction(pool, 'begin', async (client) => {
        await lockPeople(ormOn(client), asker.id)
        const both = [server.jobs.runDue(), jobs.runDue()]
        await expect.poll(waitingForLocks).toBe(2)
        return both
      })
      await Promise.all(working)
      expect((await listed(asker))[0]?.slot?.status).toBe('booked')
    },
  )

  async function waitingForLocks(): Promise<number> {
    const { rows } = await open.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length
  }

  // The clock of the jobs does not go back: what moves it comes last.
  test('tells once what became of it, however often a calendar and Stripe are asked again', async () => {
    const paid = await asking({ slot: hourFrom(thursday) })
    const session = sessionOf(await begin(paid.token))
    const { orm } = open.database
    const broken = { userId: paid.seller.id, sealedTokens: 'x', connectedAt: new Date(testNoonMs) }
    await orm.insert(googleCalendars).values(broken)
    await hear(stripe.paid(session))
    const changed = await asking()
    await begin(changed.token)
    await orm
      .update(pricingPlans)
      .set({ retiredAt: new Date(nowMs) })
      .where(eq(pricingPlans.id, changed.plan.id))
    await view(changed.token)
    stripe.failNext(3)
    await server.jobs.runDue()
    const notified = [
      [paid.asker, 'payment.paid'],
      [changed.asker, 'payment.changed'],
    ] as const
    const noticesOf = async (who: SignedIn) =>
      (await call(server.origin, 'listNotices', { query: {} }, who)).reply.notices
    for (const [who, notice] of notified) {
      expect(await noticesOf(who)).toMatchObject([{ kind: notice, read: false }])
      const body = { upTo: new Date(nowMs).toISOString() }
      await call(server.origin, 'readNotices', { body }, who)
    }
    nowMs += 2 * minuteMs
    await server.jobs.runDue()
    for (const [who, notice] of notified) {
      expect(await noticesOf(who)).toMatchObject([{ kind: notice, read: true }])
    }
  })

  test('begins anew where Stripe was away for longer than a checkout may be opened late', async () => {
    const { token, asker, seller } = await asking()
    stripe.failNext(3)
    expect((await begin(token)).problem.code).toBe('partner_unavailable')
    nowMs += 10 * minuteMs
    await hear(stripe.paid(sessionOf(await begin(token))))
    expect([await left(asker, seller), (await statuses(asker)).includes('paid')]).toEqual([4, true])
  })

  test('gives back with the hourly look what its own job could not', async () => {
    const { token, asker, request } = await asking()
    const session = sessionOf(await begin(token))
    await call(server.origin, 'withdrawPaymentRequest', { params: { id: request._id } }, asker)
    await deliver(server.origin, stripe.paid(session))
    await open.database.pool.query(`delete from pgboss.job where name = 'payments.giveBack'`)
    expect(await statuses(asker)).toEqual(['review'])
    nowMs += 60 * minuteMs
    await server.jobs.runDue()
    expect(await statuses(asker)).toEqual(['refunded'])
  })

  test('is over where the bank gave back what nobody wanted, and asks Stripe for it no more', async () => {
    const { token, asker, seller, request } = await asking()
    const session = sessionOf(await begin(token))
    await call(server.origin, 'withdrawPaymentRequest', { params: { id: request._id } }, asker)
    await deliver(server.origin, stripe.paid(session))
    await open.database.pool.query(`delete from pgboss.job where name = 'payments.giveBack'`)
    await deliver(server.origin, stripe.disputed(session, 'created', 'needs_response'))
    expect(await statuses(asker)).toEqual(['review'])
    const closed = stripe.disputed(session, 'closed', 'lost')
    expect((await deliver(server.origin, closed)).received).toBe('applied')
    expect([await statuses(asker), await left(asker, seller)]).toEqual([['refunded'], 0])
    const asked = () => stripe.seen.filter(({ path }) => path === 'POST /v1/refunds').length
    const before = asked()
    nowMs += 120 * minuteMs
    await server.jobs.runDue()
    expect(asked()).toBe(before)
  })

  test('says that a time was missed once nobody tries to book it anymore', async () => {
    const { token, asker, seller } = await asking({ slot: hourFrom(thursday) })
    const session = sessionOf(await begin(token))
    const broken = { userId: seller.id, sealedTokens: 'x', connectedAt: new Date(testNoonMs) }
    await open.database.orm.insert(googleCalendars).values(broken)
    await hear(stripe.paid(session))
    expect((await listed(asker))[0]?.slot?.status).toBe('wished')
    nowMs += 121 * minuteMs
    await server.upkeep()
    expect((await listed(asker))[0]?.slot?.status).toBe('missed')
  })

  test('books the held time also where it is too late by then for the notice of the provider', async () => {
    const seller = await addSeller(open.database)
    const body = {
      workingHours: { start: '09:00', end: '17:00' },
      workingDays: [1, 2, 3, 4, 5],
      noticeHours: 24,
    }
    expect((await call(server.origin, 'putSchedule', { body }, seller)).status).toBe(200)
    const slot = hourFrom(thursday)
    const { token, asker } = await asking({ seller, slot })
    nowMs = Date.parse(thursday) - dayMs - 10 * minuteMs
    const session = sessionOf(await begin(token))
    nowMs += 15 * minuteMs
    await hear(stripe.paid(session))
    expect((await listed(asker))[0]?.slot?.status).toBe('booked')
  })
})
