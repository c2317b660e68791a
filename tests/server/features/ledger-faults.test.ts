import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoRandom } from '#server/demo/random.ts'
import { stripeCheckout } from '#server/ports/checkout/stripe.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPlan, addSeller, hourFrom } from '#tests/support/money.ts'
import { wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import { deliver, startStripeFake, type StripeFake } from '#tests/support/stripe-fake.ts'

const seed = process.env['LEDGER_SEED'] ?? 'the ledger'
const steps = 120
const hourMs = 3_600_000

describe.each(databasesUnderTest('both'))('the ledger of sessions, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let stripe: StripeFake

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    stripe = await startStripeFake(() => testNoonMs)
    const checkout = await stripeCheckout(stripe.keys, { publicUrl: 'https://zync.example' })
    server = await startTestServer(open.database, { checkout })
  })
  afterAll(async () => {
    await server.close()
    await stripe.close()
    await open.drop()
  })

  test(`adds up after everything that can go wrong (LEDGER_SEED="${seed}")`, async () => {
    const random = demoRandom(seed)
    const below = (bound: number) => Math.floor(random.next() * bound)
    const one = <T>(list: readonly T[]): T => list[below(list.length)]!

    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const clients = await Promise.all([1, 2, 3].map(() => addPerson(open.database)))
    const sellers = await Promise.all([1, 2].map(() => addSeller(open.database)))
    const plans = await Promise.all(sellers.map(({ id }) => addPlan(open.database, id)))
    const bookingIds: { id: string; client: SignedIn }[] = []

    /** What somebody or something does, a slip of the network included. */
    const deeds: readonly (() => Promise<unknown>)[] = [
      async function buy() {
        const plan = one(plans)
        const body = { serviceProviderId: plan.providerId, pricingPlanId: plan.id }
        if (random.next() < 0.05) stripe.failNext(1 + below(4))
        await call(server.origin, 'createCheckoutSession', { body }, one(clients))
        stripe.failNext(0)
      },
      async function hear() {
        const sessions = [...stripe.sessions.keys()]
        if (sessions.length === 0) return
        const session = one(sessions)
        const event = one([
          () => stripe.paid(session),
          () => stripe.paid(session),
          () => stripe.paid(session, random.next() < 0.2 ? { amount_total: 1 } : {}),
          () => stripe.ended(session, 'expired'),
          () => stripe.refunded(session, one([500, 11_400])),
          () => stripe.disputed(session, 'created', 'needs_response'),
          () => stripe.disputed(session, 'closed', one(['won', 'won', 'lost'])),
        ])()
        const times = 1 + below(3)
        await Promise.all(Array.from({ length: times }, () => deliver(server.origin, event)))
      },
      async function book() {
        const client = one(clients)
        const startMs = Date.parse('2026-06-17T06:00:00Z') + (below(2) * 24 + below(8)) * hourMs
        const times = hourFrom(new Date(startMs).toISOString())
        const body = { serviceProviderId: one(sellers).id, ...times }
        const together = 1 + below(3)
        const answers = await Promise.all(
          Array.from({ length: together }, () => call(server.origin, 'book', { body }, client)),
        )
        for (const answer of answers) {
          if (answer.status === 201) bookingIds.push({ id: answer.reply._id, client })
        }
      },
      async function cancel() {
        if (bookingIds.length === 0) return
        const { id, client } = one(bookingIds)
        const times = 1 + below(2)
        await Promise.all(
          Array.from({ length: times }, () =>
            call(server.origin, 'cancelBooking', { params: { id } }, client),
          ),
        )
      },
      async function cancelFromTheQueue() {
        if (bookingIds.length === 0) return
        const { id: bookingId, client } = one(bookingIds)
        const at = new Date(testNoonMs).toISOString()
        const payload = { bookingId, sequence: 0, tappedAt: at, lastAnswerAt: at }
        const body = { ops: [wireOp(payload, { kind: 'booking.cancel' })] }
        const times = 1 + below(2)
        await Promise.all(
          Array.from({ length: times }, () => call(server.origin, 'pushOps', { body }, client)),
        )
      },
      async function somebodyElsePays() {
        const plan = one(plans)
        const start = new Date(Date.parse('2026-06-17T06:00:00Z') + below(8) * hourMs).toISOString()
        const slot = random.next() < 0.5 ? { slot: hourFrom(start) } : {}
        const ask = { planId: plan.id, showsProvider: false, showsSpecialty: false, ...slot }
        const asker = one(clients)
        const asked = await call(server.origin, 'askToPay', { body: ask }, asker)
        if (asked.status !== 201) return
        const { token, request } = asked.reply
        if (random.next() < 0.1) stripe.failNext(1 + below(4))
        const payers = ['one@example.org', 'two@example.org', 'two@example.org']
        const begun = await Promise.all(
          payers.map((email) =>
            call(server.origin, 'payAsGuest', { body: { token, email, adult: true } }),
          ),
        )
        stripe.failNext(0)
        const open = begun.filter(({ status }) => status === 201)
        const sessions = new Set(open.map(({ reply }) => reply.checkoutUrl.split('/').at(-1)!))
        const params = { id: request._id }
        const withdrawal = () => call(server.origin, 'withdrawPaymentRequest', { params }, asker)
        const paid = [...sessions].map((session) => stripe.paid(session))
        await Promise.all([
          ...paid.flatMap((event) => [
            deliver(server.origin, event),
            deliver(server.origin, event),
          ]),
          ...(random.next() < 0.3 ? [withdrawal()] : []),
        ])
      },
      async function refund() {
        const { rows } = await open.database.pool.query(`select id from payments order by id`)
        if (rows.length === 0 || random.next() < 0.7) return
        const params = { paymentId: String(one(rows).id) }
        await call(server.origin, 'refundPayment', { params }, admin)
      },
      () => server.jobs.runDue(),
    ]
    // Booking twice as often as the rest, and two deeds at a time.
    const [, hear, book] = deeds
    const weighted = [...deeds, hear!, book!, book!]
    for (let step = 0; step < steps; step += 1) {
      await Promise.all([one(weighted)(), one(weighted)()])
      // All of them come from one address.
      await open.database.pool.query('delete from rate_limits')
    }
    await server.jobs.runDue()
    expect(await sumsThatDiffer()).toEqual([])
    expect(await linksPaidTwice()).toEqual([])
    expect(await overlaps()).toEqual([])
  }, 300_000)

  /** Every purchase whose count, entries and sessions do not say the same. */
  async function sumsThatDiffer(): Promise<unknown[]> {
    const { rows: purchases } = await open.database.pool.query(`
      select p.status, p.sessions, p.credits_left as left, p.paid_at is not null as paid,
        coalesce(sum(e.amount), 0)::int as sum,
        coalesce(sum(e.amount) filter (where e.kind = 'paid'), 0)::int as bought,
        coalesce(-sum(e.amount) filter (where e.kind = 'used'), 0)::int as used,
        coalesce(sum(e.amount) filter (where e.kind = 'returned'), 0)::int as returned,
        (select count(*)::int from bookings b where b.payment_id = p.id) as bookings,
        (select count(*)::int from bookings b where b.payment_id = p.id and b.status = 'cancelled')
          as cancelled
      from payments p left join credit_entries e on e.payment_id = p.id group by p.id`)
    const seen = new Set(purchases.map(({ status }) => status))
    const returned = purchases.some(({ cancelled }) => cancelled > 0)
    if (!seen.has('paid') || !seen.has('refunded') || !returned)
      throw new Error('Too little happened')
    return purchases.filter((each) => {
      const left = each.status === 'refunded' ? 0 : each.bought - each.used + each.returned
      const granted = each.bought === (each.paid ? each.sessions : 0)
      const had = each.used === each.bookings && each.returned === each.cancelled
      return !(granted && had && each.left >= 0 && each.left === left && each.left === each.sum)
    })
  }

  /** Links with more than one purchase that counts, or with another status than it says; and unwanted money that neither went back nor waits to. */
  async function linksPaidTwice(): Promise<unknown[]> {
    const { rows } = await open.database.pool.query(`
      select r.id, r.status, count(p.id) filter (where p.paid_at is not null)::int as counted,
        count(p.id) filter (where p.paid_at is null and p.charge_id is not null
          and p.status not in ('refunded', 'review'))::int as lying
      from payment_requests r join guest_checkouts g on g.request_id = r.id
        join payments p on p.id = g.payment_id
      group by r.id`)
    if (!rows.some(({ counted }) => counted === 1)) throw new Error('Nobody paid for anybody')
    return rows.filter(
      ({ status, counted, lying }) => counted !== (status === 'paid' ? 1 : 0) || lying > 0,
    )
  }

  async function overlaps(): Promise<unknown[]> {
    const { rows } = await open.database.pool.query(`
      select 1 from bookings a join bookings b on a.id < b.id
        and (a.provider_id = b.provider_id or a.client_id = b.client_id)
        and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
      where a.status = 'booked' and b.status = 'booked'`)
    return rows
  }
})
