import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payments } from '#server/db/schema/payments.ts'
import type { PaymentEvent } from '#server/ports/checkout/port.ts'
import { stripeCheckout } from '#server/ports/checkout/stripe.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPlan, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import { deliver, startStripeFake, type StripeFake } from '#tests/support/stripe-fake.ts'

const publicUrl = 'https://zync.example'
const hourMs = 3_600_000

describe.each(databasesUnderTest())('buying through Stripe, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let stripe: StripeFake
  let nowMs = testNoonMs
  let logged: Record<string, unknown>[] = []

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    stripe = await startStripeFake(() => nowMs)
    const checkout = await stripeCheckout(stripe.keys, { publicUrl })
    const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) })
    server = await startTestServer(open.database, { checkout, log, now: () => nowMs })
  })
  afterAll(async () => {
    await server.close()
    await stripe.close()
    await open.drop()
  })

  /** Somebody who has begun to buy four sessions for 114.00. */
  async function begun() {
    const buyer = await addPerson(open.database)
    const seller = await addSeller(open.database)
    const plan = await addPlan(open.database, seller.id)
    const body = { serviceProviderId: seller.id, pricingPlanId: plan.id }
    const begin = () => call(server.origin, 'createCheckoutSession', { body }, buyer)
    const { reply } = await begin()
    const { sessionId } = reply
    const payment = async () =>
      (await call(server.origin, 'getPaymentSession', { params: { sessionId } }, buyer)).reply
    const left = async () => {
      const params = { providerId: seller.id }
      return (await call(server.origin, 'validateAccess', { params }, buyer)).reply
        .remainingSessions
    }
    const book = ({ id }: { id: string }) => {
      const body = { serviceProviderId: id, ...hourFrom('2026-06-18T06:00:00.000Z') }
      return call(server.origin, 'book', { body }, buyer)
    }
    return { buyer, seller, plan, begin, reply, sessionId, payment, left, book }
  }

  test('asks Stripe for the stored price alone, once for a payment', async () => {
    const { reply, sessionId, payment, buyer } = await begun()
    expect(reply.checkoutUrl).toBe(`https://checkout.stripe.example/${sessionId}`)
    const params = Object.fromEntries(stripe.sessions.get(sessionId)?.params ?? [])
    const { _id } = await payment()
    expect(params).toMatchObject({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][unit_amount]': '11400',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][product_data][name]': '4 sessions of 60 minutes with Sofia Test',
      customer_email: buyer.user.email,
      client_reference_id: _id,
      'metadata[paymentId]': _id,
      'payment_intent_data[metadata][paymentId]': _id,
      success_url: `${publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${publicUrl}/payment/cancel`,
    })
    expect(stripe.seen.at(-1)).toEqual({
      path: 'POST /v1/checkout/sessions',
      key: `checkout-${_id}`,
    })
  })

  test('asks again with the same key when Stripe stumbles, and says so when it does not get up', async () => {
    stripe.failNext(1)
    const before = stripe.seen.length
    await begun()
    const keys = stripe.seen.slice(before).map(({ key }) => key)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])

    const { begin, plan } = await begun()
    await open.database.pool.query(
      `update payments set checkout_id = null, checkout_url = null where plan_id = $1`,
      [plan.id],
    )
    stripe.failNext(3)
    const failed = await begin()
    expect([failed.status, failed.problem.code]).toEqual([503, 'partner_unavailable'])
    expect((await begin()).status).toBe(201)
  })

  test('leads whoever presses twice to the same checkout, and sends nobody to a second one', async () => {
    const { begin, sessionId } = await begun()
    const again = await Promise.all([begin(), begin(), begin()])
    expect(again.map(({ reply }) => reply.sessionId)).toEqual([sessionId, sessionId, sessionId])
  })

  test('grants the sessions when the signed message comes, and not when the page is opened', async () => {
    const { sessionId, payment, left } = await begun()
    expect([(await payment()).status, await left()]).toEqual(['pending', 0])
    expect(await deliver(server.origin, stripe.paid(sessionId))).toEqual({
      status: 200,
      received: 'applied',
    })
    expect(await left()).toBe(4)
    expect(await payment()).toMatchObject({
      status: 'paid',
      amount: 114,
      amountMinor: 11_400,
      currency: 'USD',
      paidAt: new Date(nowMs).toISOString(),
      sessionsUsed: 0,
      sessionsLeft: 4,
      receipt: { netMinor: 10_000, vatMinor: 1_400, vatPercent: 14 },
      sandbox: false,
    })
  })

  test('grants them once, however often and in however many voices it is said', async () => {
    const { sessionId, left } = await begun()
    const [one, other] = [stripe.paid(sessionId), stripe.paid(sessionId)]
    const reply = await Promise.all(
      [one, one, one, other, other].map((event) => deliver(server.origin, event)),
    )
    const received = reply.map((each) => each.received)
    expect(received.filter((each) => each === 'applied')).toHaveLength(1)
    expect(received.filter((each) => each === 'repeated')).toHaveLength(3)
    expect(await left()).toBe(4)
  })

  test('grants them late: after the checkout was said to have expired or failed', async () => {
    const { sessionId, payment, left } = await begun()
    const paid = stripe.paid(sessionId)
    await deliver(server.origin, stripe.ended(sessionId, 'async_payment_failed'))
    expect((await payment()).status).toBe('failed')
    await deliver(server.origin, stripe.ended(sessionId, 'expired'))
    expect((await payment()).status).toBe('expired')
    await deliver(server.origin, paid)
    expect([(await payment()).status, await left()]).toEqual(['paid', 4])
    await deliver(server.origin, stripe.ended(sessionId, 'expired'))
    expect((await payment()).status).toBe('paid')
  })

  test.each(['buyer', 'seller'] as const)('gives it back where the %s is gone', async (who) => {
    const { sessionId, [who]: person } = await begun()
    const id = stripe.sessions.get(sessionId)?.metadata.paymentId ?? ''
    await open.database.pool.query('delete from users where id = $1', [person.id])
    expect((await deliver(server.origin, stripe.paid(sessionId))).received).toBe('applied')
    await server.jobs.runDue()
    expect(stripe.seen).toContainEqual({ path: 'POST /v1/refunds', key: `refund-${id}` })
    const [after] = await open.database.orm.select().from(payments).where(eq(payments.id, id))
    expect(after).toMatchObject({ status: 'refunded', paidAt: null, creditsLeft: 0 })
  })

  test('grants them early: before our own note of the checkout is written', async () => {
    const { sessionId, plan, left } = await begun()
    await open.database.pool.query(
      `update payments set checkout_id = null, checkout_url = null where plan_id = $1`,
      [plan.id],
    )
    await deliver(server.origin, stripe.paid(sessionId))
    expect(await left()).toBe(4)
  })

  test.each([
    ['forged', { secret: 'whsec_of_somebody' }],
    ['changed on the way', { body: '{"id":"evt_1","type":"checkout.session.completed"}' }],
    ['stale', { secondsAgo: 900 }],
    ['unsigned', { signature: '' }],
    ['signed with nonsense', { signature: 't=1,v1=00' }],
  ])('does not believe a message that is %s', async (_, spoilt) => {
    const { sessionId, payment } = await begun()
    const { status } = await deliver(server.origin, stripe.paid(sessionId), spoilt)
    expect([status, (await payment()).status]).toEqual([400, 'pending'])
  })

  test.each([
    ['another amount', { amount_total: 100 }, 'paid 100 minor units', [100, {}]],
    ['another currency', { currency: 'egp' }, 'paid in EGP', [11_400, { currency: 'egp' }]],
    ['another checkout', { id: 'cs_test_of_somebody' }, 'another checkout', [11_400, {}]],
  ] as const)(
    'grants nothing for %s, and keeps it for an operator, who gives it back',
    async (_, given, reason, [back, charge]) => {
      const { sessionId, payment, left, plan } = await begun()
      const reply = await deliver(server.origin, stripe.paid(sessionId, given))
      expect(reply).toEqual({ status: 200, received: 'mismatch' })
      expect([(await payment()).status, await left()]).toEqual(['review', 0])
      const { rows } = await open.database.pool.query(
        `select review_reason as reason, outcome from payments
        join payment_events on payment_id = payments.id where plan_id = $1`,
        [plan.id],
      )
      expect(rows).toEqual([{ reason, outcome: 'mismatch' }])
      await server.jobs.runDue()
      expect((await payment()).status).toBe('review')
      const half = stripe.refunded(sessionId, back / 2, { ...charge, refunded: false })
      await deliver(server.origin, half)
      expect((await payment()).status).toBe('review')
      const all = stripe.refunded(sessionId, back, { ...charge, refunded: true })
      expect((await deliver(server.origin, all)).received).toBe('applied')
      expect([(await payment()).status, await left()]).toEqual(['refunded', 0])
    },
  )

  test.each([
    ['unknown', { paymentId: '0190a0a0-0000-7000-8000-000000000001' }],
    ['ignored', { paymentId: "'; drop table payments" }],
    ['ignored', {}],
  ])('answers %s to what is paid for %j', async (received, metadata) => {
    const { sessionId } = await begun()
    const reply = await deliver(server.origin, stripe.paid(sessionId, { metadata }))
    expect(reply).toEqual({ status: 200, received })
  })

  test('takes back what is left of a refund, and shows a part that went back', async () => {
    const { sessionId, payment, left } = await begun()
    await deliver(server.origin, stripe.paid(sessionId))
    await deliver(server.origin, stripe.refunded(sessionId, 1_000))
    expect([await left(), (await payment()).refundedMinor]).toEqual([4, 1_000])
    const all = stripe.refunded(sessionId, 11_400)
    await deliver(server.origin, all)
    await deliver(server.origin, stripe.refunded(sessionId, 1_000))
    await deliver(server.origin, all)
    expect(await payment()).toMatchObject({
      status: 'refunded',
      refundedMinor: 11_400,
      sessionsLeft: 0,
      sessionsUsed: 0,
    })
    expect(await left()).toBe(0)
  })

  test('ends the same when the refund is heard of before the payment', async () => {
    const { sessionId, payment, left } = await begun()
    const paid = stripe.paid(sessionId)
    await deliver(server.origin, stripe.refunded(sessionId, 11_400))
    expect((await payment()).status).toBe('pending')
    await deliver(server.origin, paid)
    expect([(await payment()).status, await left()]).toEqual(['refunded', 0])
  })

  test('puts what is left on hold while a bank disputes it, and gives it back once the bank has decided', async () => {
    const { sessionId, payment, left, book, seller } = await begun()
    await deliver(server.origin, stripe.paid(sessionId))
    const asked = stripe.disputed(sessionId, 'created', 'warning_needs_response')
    expect((await deliver(server.origin, asked)).received).toBe('ignored')
    expect(await left()).toBe(4)
    const opened = stripe.disputed(sessionId, 'created', 'needs_response')
    expect((await deliver(server.origin, opened)).received).toBe('applied')
    const withdrawn = stripe.disputed(sessionId, 'funds_withdrawn', 'needs_response')
    expect((await deliver(server.origin, withdrawn)).received).toBe('already')
    expect([(await payment()).status, (await payment()).sessionsLeft, await left()]).toEqual([
      'disputed',
      4,
      0,
    ])
    expect((await book(seller)).problem.code).toBe('no_sessions')
    const params = { paymentId: (await payment())._id }
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const refunded = await call(server.origin, 'refundPayment', { params }, admin)
    expect(refunded.problem.code).toBe('wrong_state')

    await deliver(server.origin, stripe.disputed(sessionId, 'closed', 'won'))
    await deliver(server.origin, stripe.disputed(sessionId, 'created', 'needs_response'))
    expect([(await payment()).status, await left()]).toEqual(['paid', 4])
    expect((await book(seller)).status).toBe(201)
  })

  test('takes back what is left once a dispute is lost; what was booked stays, until it is cancelled', async () => {
    const { buyer, sessionId, payment, left, book, seller } = await begun()
    await deliver(server.origin, stripe.paid(sessionId))
    const booked = await book(seller)
    await deliver(server.origin, stripe.disputed(sessionId, 'created', 'needs_response'))
    await deliver(server.origin, stripe.disputed(sessionId, 'closed', 'lost'))
    expect(await payment()).toMatchObject({
      status: 'refunded',
      refundedMinor: 11_400,
      sessionsUsed: 1,
      sessionsLeft: 0,
    })
    const params = { id: booked.reply._id }
    const cancelled = await call(server.origin, 'cancelBooking', { params }, buyer)
    expect([cancelled.status, await left()]).toEqual([200, 0])
  })

  test('hears a dispute of a payment that is not known yet again, and keeps one in another currency for an operator', async () => {
    const { sessionId, payment, left } = await begun()
    const early = stripe.disputed(sessionId, 'created', 'needs_response')
    expect((await deliver(server.origin, early)).received).toBe('unknown')
    await deliver(server.origin, stripe.paid(sessionId))
    expect((await deliver(server.origin, early)).received).toBe('applied')
    const odd = stripe.disputed(sessionId, 'closed', 'lost', { currency: 'egp' })
    expect((await deliver(server.origin, odd)).received).toBe('mismatch')
    expect([(await payment()).status, await left()]).toEqual(['disputed', 0])
  })

  test('gives all of it back on a superAdmin’s word, once', async () => {
    const { sessionId, payment, left } = await begun()
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const params = { paymentId: (await payment())._id }
    const refund = () => call(server.origin, 'refundPayment', { params }, admin)
    expect((await refund()).problem.code).toBe('wrong_state')
    await deliver(server.origin, stripe.paid(sessionId))
    expect((await refund()).reply.status).toBe('refunded')
    expect(stripe.seen.at(-1)).toEqual({
      path: 'POST /v1/refunds',
      key: `refund-${params.paymentId}`,
    })
    expect((await refund()).problem.code).toBe('wrong_state')
    await deliver(server.origin, stripe.refunded(sessionId, 11_400))
    expect(await left()).toBe(0)
  })

  test('calls an operator for a refund that failed later, once, and leaves the books as they are', async () => {
    const { sessionId, payment } = await begun()
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const params = { paymentId: (await payment())._id }
    await deliver(server.origin, stripe.paid(sessionId))
    await call(server.origin, 'refundPayment', { params }, admin)
    logged = []
    for (const [type, received] of [
      ['refund.failed', 'already'],
      ['charge.refund.updated', 'repeated'],
    ] as const) {
      const reply = await deliver(server.origin, stripe.refundFailed(sessionId, type))
      expect(reply).toEqual({ status: 200, received })
    }
    expect(logged).toMatchObject([
      { msg: 'a payment needs to be looked at', kind: 'refund_failed', ...params },
    ])
    expect((await payment()).status).toBe('refunded')
  })

  test('takes a refund that fails at once for none', async () => {
    const { sessionId, payment, left } = await begun()
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    await deliver(server.origin, stripe.paid(sessionId))
    stripe.refundStatus('failed')
    const params = { paymentId: (await payment())._id }
    const refused = await call(server.origin, 'refundPayment', { params }, admin)
    stripe.refundStatus('succeeded')
    expect(refused.problem.code).toBe('partner_unavailable')
    expect([(await payment()).status, await left()]).toEqual(['paid', 4])
  })

  test('hears hourly what it missed', async () => {
    const missed = await Promise.all([begun(), begun(), begun()])
    for (const { sessionId } of missed) stripe.paid(sessionId)
    const ended = await begun()
    stripe.ended(ended.sessionId, 'expired')
    nowMs += hourMs
    await server.jobs.runDue()
    expect(await Promise.all(missed.map(({ left }) => left()))).toEqual([4, 4, 4])
    expect((await ended.payment()).status).toBe('expired')
    const listed = stripe.seen.filter(({ path }) => path === 'GET /v1/events').length
    await server.jobs.runDue()
    expect(stripe.seen.filter(({ path }) => path === 'GET /v1/events')).toHaveLength(listed)
  })

  test('ends a checkout of which nobody ever spoke', async () => {
    const { payment } = await begun()
    nowMs += 51 * hourMs
    await server.jobs.runDue()
    expect((await payment()).status).toBe('expired')
  })

  test('takes no message that is too long or does not say how long it is', async () => {
    const { sessionId } = await begun()
    const event = stripe.paid(sessionId)
    const long = await deliver(server.origin, event, { body: 'x'.repeat(300_000) })
    expect(long.status).toBe(413)
  })
})

test('an event of Stripe that is not about checkouts is nobody’s', async () => {
  const checkout = await stripeCheckout(
    { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiBase: undefined },
    { publicUrl },
  )
  const read = (body: string): PaymentEvent | undefined => checkout.readEvent(body, undefined)
  expect(() => read('{}')).toThrow('Stripe did not sign this')
})
