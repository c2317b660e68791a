import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { utcDate } from '#contract/local-date.ts'
import { openRequestsMax } from '#contract/payment-requests/api.ts'
import {
  guestCheckouts,
  paymentRequests,
  payments,
  pricingPlans,
} from '#server/db/schema/payments.ts'
import { stripeCheckout } from '#server/ports/checkout/stripe.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, turnMinorsAway } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPlan, addSeller, hourFrom } from '#tests/support/money.ts'
import { askFor, guestEmail, payLinks } from '#tests/support/pay-links.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import { deliver, startStripeFake, type StripeFake } from '#tests/support/stripe-fake.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** A Thursday morning, by the clock of the provider's Egypt. */
const thursday = '2026-06-18T06:00:00.000Z'

describe.each(databasesUnderTest('both'))('somebody else pays, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let stripe: StripeFake
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
    await stripe.close()
    await open.drop()
  })

  const links = payLinks(() => ({ server, database: open.database }))
  const { asking, view, begin, sessionOf, listed, left, statuses, hear } = links
  const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)
  const expectGone = async (token: string) => {
    expect([(await view(token)).problem, (await begin(token)).problem]).toEqual([
      { code: 'not_found', message: 'This link does not work anymore. Ask for a new one.' },
      { code: 'not_found', message: 'This link does not work anymore. Ask for a new one.' },
    ])
  }

  test('shows whoever has the link what was ticked, and no more', async () => {
    const { token, seller } = await asking()
    const { reply, headers } = await view(token)
    expect(reply).toEqual({
      asker: { firstname: 'Lina', initial: 'H' },
      type: 'bundle',
      sessions: 4,
      duration: 60,
      currency: 'USD',
      priceMinor: 10_000,
      finalPriceMinor: 11_400,
      provider: null,
      specialty: null,
      changeNoticeHours: 24,
      expiresAt: new Date(testNoonMs + 7 * dayMs).toISOString(),
    })
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toContain('no-store')
    const ticked = await asking({ showsProvider: true, showsSpecialty: true, seller })
    expect((await view(ticked.token)).reply).toMatchObject({
      provider: { firstname: 'Sofia', lastname: seller.user.lastname },
      specialty: 'Psychotherapist',
    })
  })

  test('the link is stored nowhere, only its hash', async () => {
    const { token } = await asking()
    await begin(token)
    const { rows } = await open.database.pool.query(
      `select string_agg(t::text, ' ') as all from payment_requests t`,
    )
    expect(String(rows[0]?.all)).not.toContain(token)
    const { rows: jobs } = await open.database.pool.query(
      `select string_agg(t::text, ' ') as all from payments t`,
    )
    expect(String(jobs[0]?.all)).not.toContain(token)
  })

  test('is paid once and credited once, whoever is told of it and however often', async () => {
    const { token, asker, seller, request } = await asking()
    const begun = await begin(token)
    const session = sessionOf(begun)
    const params = Object.fromEntries(stripe.sessions.get(session)?.params ?? [])
    expect(params).toMatchObject({
      'line_items[0][price_data][unit_amount]': '11400',
      'line_items[0][price_data][product_data][name]': '4 sessions of 60 minutes',
      customer_email: guestEmail,
      success_url: 'https://zync.example/pay/thanks',
      cancel_url: 'https://zync.example/pay/cancelled',
    })
    expect(JSON.stringify(params)).not.toContain(token)
    expect(JSON.stringify(params)).not.toContain('Sofia')
    const before = mailsTo(guestEmail).length
    const paid = stripe.paid(session)
    expect(await Promise.all([hear(paid), hear(paid), hear(paid)])).toContain('applied')
    await hear(stripe.paid(session))
    expect([await left(asker, seller), await statuses(asker)]).toEqual([4, ['paid']])
    expect(await listed(asker)).toMatchObject([{ _id: request._id, status: 'paid', slot: null }])
    await expectGone(token)

    const [receipt, ...more] = mailsTo(guestEmail).slice(before)
    expect([receipt?.text.includes('$114.00'), more]).toEqual([true, []])
    expect(receipt?.text).not.toMatch(/Sofia|Lina|profile/)
    expect(mailsTo(asker.user.email)).toEqual([])
    const guests = await open.database.orm
      .select()
      .from(guestCheckouts)
      .where(eq(guestCheckouts.requestId, request._id))
    expect(guests.map(({ email }) => email)).toEqual([null])
    const { reply } = await call(server.origin, 'listNotices', { query: {} }, asker)
    expect(reply.notices).toMatchObject([
      { kind: 'payment.paid', aboutId: request._id, person: { id: asker.id } },
    ])
    const mine = await call(server.origin, 'listPayments', { query: {} }, asker)
    expect(mine.reply.payments).toMatchObject([
      { payer: 'guest', sessionId: null, status: 'paid', sessionsLeft: 4 },
    ])
    const exported = await call(server.origin, 'exportMyData', {}, asker)
    expect(JSON.stringify(exported.reply)).toContain('"boughtForMe":true')
    expect(JSON.stringify(exported.reply)).not.toContain(guestEmail)
  })

  test('two who pay at once: one counts, the other checkout ends, and one that was paid all the same goes back', async () => {
    const { token, asker, seller } = await asking()
    const [one, two, three] = [
      sessionOf(await begin(token, 'one@example.org')),
      sessionOf(await begin(token, 'two@example.org')),
      sessionOf(await begin(token, 'three@example.org')),
    ]
    const both = [stripe.paid(one), stripe.paid(two)]
    await Promise.all(both.map((event) => deliver(server.origin, event)))
    await server.jobs.runDue()
    await hear(both[1]!)
    expect(await left(asker, seller)).toBe(4)
    expect(await statuses(asker)).toEqual(['expired', 'paid', 'refunded'])
    expect(stripe.over.has(three)).toBe(true)
    const refunds = stripe.seen.filter(({ path }) => path === 'POST /v1/refunds')
    expect(new Set(refunds.map(({ key }) => key)).size).toBe(1)
    const shown = await call(server.origin, 'listPayments', { query: {} }, asker)
    expect(shown.reply.payments).toHaveLength(1)
  })

  test('leads whoever presses twice to the same checkout, and the person to one of their own', async () => {
    const { token, asker, seller, plan } = await asking()
    const [one, again, other] = [
      await begin(token),
      await begin(token, guestEmail.toUpperCase()),
      await begin(token, 'uncle@example.org'),
    ]
    expect([sessionOf(one) === sessionOf(again), sessionOf(one) === sessionOf(other)]).toEqual([
      true,
      false,
    ])
    const body = { serviceProviderId: seller.id, pricingPlanId: plan.id }
    const own = await call(server.origin, 'createCheckoutSession', { body }, asker)
    expect([sessionOf(one), sessionOf(other)]).not.toContain(own.reply.sessionId)
    const params = { sessionId: sessionOf(one) }
    expect((await call(server.origin, 'getPaymentSession', { params }, asker)).status).toBe(404)
  })

  test('does not work once it is taken back; what was paid at that moment goes back to the payer', async () => {
    const { token, asker, seller, request } = await asking()
    const late = sessionOf(await begin(token))
    const paid = stripe.paid(late)
    const open_ = sessionOf(await begin(token, 'other@example.org'))
    const params = { id: request._id }
    const taken = await call(server.origin, 'withdrawPaymentRequest', { params }, asker)
    expect(taken.reply.status).toBe('withdrawn')
    await expectGone(token)
    await server.jobs.runDue()
    expect(stripe.over.has(open_)).toBe(true)
    await hear(paid)
    expect([await left(asker, seller), await statuses(asker)]).toEqual([0, ['expired', 'refunded']])
    const twice = await call(server.origin, 'withdrawPaymentRequest', { params }, asker)
    expect(twice.problem.code).toBe('wrong_state')
  })

  test('charges no other price than the one that was asked for: the link ends, and the person is asked', async () => {
    const { token, asker, seller, plan, request } = await asking()
    const session = sessionOf(await begin(token))
    const retired = { retiredAt: new Date(nowMs) }
    await open.database.orm.update(pricingPlans).set(retired).where(eq(pricingPlans.id, plan.id))
    for (const answer of [await view(token), await begin(token), await view(token)]) {
      expect(answer.problem).toMatchObject({
        code: 'plan_retired',
        message: 'The price has changed. Ask for a new link.',
      })
    }
    await server.jobs.runDue()
    expect(stripe.over.has(session)).toBe(true)
    expect(await listed(asker)).toMatchObject([{ status: 'changed' }])
    const { reply } = await call(server.origin, 'listNotices', { query: {} }, asker)
    expect(reply.notices).toMatchObject([{ kind: 'payment.changed', aboutId: request._id }])
    await hear(stripe.paid(session))
    expect([await left(asker, seller), await statuses(asker)]).toEqual([0, ['refunded']])
  })

  test('gives the money back to the payer on a superAdmin’s word, with the sessions that are left', async () => {
    const { token, asker, seller } = await asking()
    await hear(stripe.paid(sessionOf(await begin(token))))
    const [bought] = (await call(server.origin, 'listPayments', { query: {} }, asker)).reply
      .payments
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const params = { paymentId: bought?._id ?? '' }
    const refunded = await call(server.origin, 'refundPayment', { params }, admin)
    expect([refunded.reply.status, await left(asker, seller)]).toEqual(['refunded', 0])
    expect(stripe.seen.at(-1)?.key).toBe(`refund-${params.paymentId}`)
    await expectGone(token)
  })

  test('holds the chosen time for half an hour once a checkout has begun, and books it once it is paid', async () => {
    const slot = hourFrom(thursday)
    const { token, asker, seller, request } = await asking({ slot })
    const free = async () => {
      const params = { providerId: seller.id }
      const query = { startDate: thursday, endDate: '2026-06-19', duration: '60' }
      const { reply } = await call(server.origin, 'availableSlots', { params, query }, asker)
      return reply.slots.find(({ start }) => start === thursday)?.available
    }
    expect(await free()).toBe(true)
    const session = sessionOf(await begin(token))
    expect(await free()).toBe(false)
    const rival = await addPerson(open.database)
    const theirs = await askFor(
      { origin: server.origin, database: open.database },
      { asker: rival, seller },
    )
    await hear(stripe.paid(sessionOf(await begin(theirs.token))))
    const body = { serviceProviderId: seller.id, ...slot }
    const refused = await call(server.origin, 'book', { body }, rival)
    expect(refused.problem.code).toBe('slot_taken')
    await hear(stripe.paid(session))
    await server.jobs.runDue()
    expect(await listed(asker)).toMatchObject([{ slot: { status: 'booked', start: thursday } }])
    const { reply } = await call(server.origin, 'listBookings', { query: {} }, asker)
    expect(reply.bookings).toMatchObject([{ _id: request._id, start: thursday, status: 'booked' }])
    expect(await left(asker, seller)).toBe(3)
  })

  test('a time that is not offered, too long or taken cannot be chosen', async () => {
    const seller = await addSeller(open.database)
    const asker = await addPerson(open.database)
    const plan = await addPlan(open.database, seller.id)
    const ask = (startTime: string, endTime: string) => {
      const ticks = { showsProvider: false, showsSpecialty: false }
      const body = { planId: plan.id, ...ticks, slot: { startTime, endTime } }
      return call(server.origin, 'askToPay', { body }, asker)
    }
    const long = await ask(thursday, '2026-06-18T08:00:00.000Z')
    const night = hourFrom('2026-06-18T22:00:00.000Z')
    const past = hourFrom('2026-06-14T06:00:00.000Z')
    const codes = [long, await ask(night.startTime, night.endTime)].map((each) => each.problem.code)
    expect(codes).toEqual(['slot_unavailable', 'slot_unavailable'])
    expect((await ask(past.startTime, past.endTime)).problem.code).toBe('slot_unavailable')
  })

  test('works for at most five links of a person at a time', async () => {
    const asker = await addPerson(open.database)
    const seller = await addSeller(open.database)
    const all = await Promise.all(
      Array.from({ length: openRequestsMax }, () => asking({ asker, seller })),
    )
    const plan = await addPlan(open.database, seller.id)
    const body = { planId: plan.id, showsProvider: false, showsSpecialty: false }
    const sixth = await call(server.origin, 'askToPay', { body }, asker)
    expect(sixth.problem).toMatchObject({
      code: 'wrong_state',
      message: 'You have 5 open links. Take one back first.',
    })
    const params = { id: all[0]!.request._id }
    await call(server.origin, 'withdrawPaymentRequest', { params }, asker)
    expect((await call(server.origin, 'askToPay', { body }, asker)).status).toBe(201)
    expect((await call(server.origin, 'askToPay', { body }, asker)).status).toBe(409)
    // One whose price changed works no longer, and takes no place.
    await open.database.orm
      .update(pricingPlans)
      .set({ retiredAt: new Date(nowMs) })
      .where(eq(pricingPlans.id, all[1]!.plan.id))
    expect((await call(server.origin, 'askToPay', { body }, asker)).status).toBe(201)
  })

  test('stops with its people: a block, a clearance that ended, an account that is gone', async () => {
    const young = { birthDate: utcDate(testNoonMs - 15 * 365 * dayMs) }
    const asker = await addPerson(open.database, young)
    const one = await asking({ asker })
    await turnMinorsAway(open.database, one.seller.id)
    await expectGone(one.token)
    const two = await asking()
    await addBlock(open.database, two.seller.id, two.asker.id)
    await expectGone(two.token)
    const three = await asking()
    const session = sessionOf(await begin(three.token))
    await open.database.pool.query('delete from users where id = $1', [three.asker.id])
    await expectGone(three.token)
    const id = stripe.sessions.get(session)?.metadata.paymentId ?? ''
    await hear(stripe.paid(session))
    const [after] = await open.database.orm.select().from(payments).where(eq(payments.id, id))
    expect(after).toMatchObject({ status: 'refunded', creditsLeft: 0, userId: null })
  })

  test('of one time for two links of a person is no hindrance to that person', async () => {
    const slot = hourFrom(thursday)
    const { token, asker, seller } = await asking({ slot })
    await begin(token)
    const second = await asking({ asker, seller, slot })
    await hear(stripe.paid(sessionOf(await begin(second.token))))
    await server.jobs.runDue()
    const booked = (await listed(asker)).map(({ _id, slot: time }) => [_id, time?.status])
    expect(booked).toContainEqual([second.request._id, 'booked'])
  })

  test('is in no export while nobody has paid', async () => {
    const { token, asker, seller } = await asking()
    const session = sessionOf(await begin(token))
    const exported = async (who: SignedIn) =>
      (await call(server.origin, 'exportMyData', {}, who)).bytes.toString()
    const rows = async (who: SignedIn) => (JSON.parse(await exported(who)).payments as []).length
    expect([await rows(asker), await rows(seller)]).toEqual([0, 0])
    await hear(stripe.paid(session))
    expect([await rows(asker), await rows(seller)]).toEqual([1, 1])
  })

  // The clock of the jobs does not go back: what moves it comes last.
  test('lets go of the time after half an hour for good; paid later the sessions come without it where it is taken', async () => {
    const slot = hourFrom(thursday)
    const { token, asker, seller } = await asking({ slot })
    const session = sessionOf(await begin(token))
    nowMs += 30 * minuteMs
    await begin(token, 'later@example.org')
    const rival = await addPerson(open.database)
    const theirs = await asking({ asker: rival, seller })
    await hear(stripe.paid(sessionOf(await begin(theirs.token))))
    const body = { serviceProviderId: seller.id, ...slot }
    expect((await call(server.origin, 'book', { body }, rival)).status).toBe(201)
    await hear(stripe.paid(session))
    expect([await left(asker, seller), (await listed(asker))[0]?.slot?.status]).toEqual([
      4,
      'missed',
    ])
  })

  test('ends after seven days, and counts for a checkout that began before', async () => {
    const { token, asker, seller } = await asking()
    nowMs += 7 * dayMs - 1
    const session = sessionOf(await begin(token))
    nowMs += 1
    await expectGone(token)
    expect(await listed(asker)).toMatchObject([{ status: 'expired' }])
    await hear(stripe.paid(session))
    expect([await left(asker, seller), (await listed(asker))[0]?.status]).toEqual([4, 'paid'])
  })

  test('forgets the address of who did not pay after three days, and a link thirty days after its end', async () => {
    const { token, request } = await asking()
    await begin(token)
    const guests = () =>
      open.database.orm
        .select()
        .from(guestCheckouts)
        .where(eq(guestCheckouts.requestId, request._id))
    nowMs += 3 * dayMs
    await server.upkeep()
    expect((await guests()).map(({ email }) => email)).toEqual([null])
    nowMs += 35 * dayMs
    await server.upkeep()
    const rows = await open.database.orm
      .select()
      .from(paymentRequests)
      .where(eq(paymentRequests.id, request._id))
    expect([rows, await guests()]).toEqual([[], []])
  })
})
