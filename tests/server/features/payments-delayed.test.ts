import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/local-date.ts'
import { guestCheckouts } from '#server/db/schema/payments.ts'
import { stripeCheckout } from '#server/ports/checkout/stripe.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPlan, addSeller } from '#tests/support/money.ts'
import { guestEmail, payLinks } from '#tests/support/pay-links.ts'
import { addPerson } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import { deliver, startStripeFake, type StripeFake } from '#tests/support/stripe-fake.ts'

describe.each(databasesUnderTest())('money that is on its way for days, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let stripe: StripeFake
  let nowMs = testNoonMs
  const links = payLinks(() => ({ server, database: open.database }))

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    stripe = await startStripeFake(() => nowMs)
    const checkout = await stripeCheckout(stripe.keys, { publicUrl: 'https://zync.example' })
    server = await startTestServer(open.database, { checkout, now: () => nowMs })
  })
  afterAll(async () => {
    await server.close()
    await stripe.close()
    await open.drop()
  })

  const unpaid = { payment_status: 'unpaid' }
  /** The days go by, and the server looks at what Stripe said meanwhile. */
  const pass = async (ms: number) => {
    nowMs += ms
    await server.jobs.runDue()
  }

  /** Somebody who has bought four sessions and pays by their bank. */
  async function bought() {
    const [buyer, seller] = [await addPerson(open.database), await addSeller(open.database)]
    const plan = await addPlan(open.database, seller.id)
    const body = { serviceProviderId: seller.id, pricingPlanId: plan.id }
    const begin = async () =>
      (await call(server.origin, 'createCheckoutSession', { body }, buyer)).reply
    const { sessionId } = await begin()
    const status = async () => {
      const { reply } = await call(server.origin, 'listPayments', { query: {} }, buyer)
      return reply.payments.map((each) => each.status)
    }
    return { buyer, seller, begin, sessionId, status, left: () => links.left(buyer, seller) }
  }

  test('is waited for, and grants the sessions when it comes', async () => {
    const { sessionId, status, left } = await bought()
    const completed = stripe.paid(sessionId, unpaid)
    expect((await deliver(server.origin, completed)).received).toBe('applied')
    expect((await deliver(server.origin, completed)).received).toBe('repeated')
    await pass(3 * dayMs)
    expect([await status(), await left()]).toEqual([['pending'], 0])
    const came = stripe.paid(sessionId, {}, 'async_payment_succeeded')
    expect((await deliver(server.origin, came)).received).toBe('applied')
    expect([await status(), await left()]).toEqual([['paid'], 4])
    const late = stripe.paid(sessionId, unpaid)
    expect((await deliver(server.origin, late)).received).toBe('already')
    expect([await status(), await left()]).toEqual([['paid'], 4])
  })

  test('is not paid a second time: whoever presses Buy again reads that it is on its way', async () => {
    const { begin, sessionId, status } = await bought()
    await deliver(server.origin, stripe.paid(sessionId, unpaid))
    const there = `/payment/success?session_id=${sessionId}`
    for (const ms of [0, 2 * hourMs, 3 * dayMs]) {
      await pass(ms)
      expect(await begin()).toEqual({ checkoutUrl: there, sessionId })
    }
    expect(await status()).toEqual(['pending'])
  })

  test('that does not come is not paid, and the plan can be bought again', async () => {
    const { begin, sessionId, status, left } = await bought()
    await deliver(server.origin, stripe.paid(sessionId, unpaid))
    await pass(3 * dayMs)
    const failed = stripe.ended(sessionId, 'async_payment_failed')
    expect((await deliver(server.origin, failed)).received).toBe('applied')
    expect([await status(), await left()]).toEqual([['failed'], 0])
    const again = await begin()
    expect(again.checkoutUrl).toBe(`https://checkout.stripe.example/${again.sessionId}`)
    expect(again.sessionId).not.toBe(sessionId)
  })

  test('of a guest is waited for with their address, and the link leads them to no second checkout', async () => {
    const { token } = await links.asking()
    const sessionId = links.sessionOf(await links.begin(token))
    await links.hear(stripe.paid(sessionId, unpaid))
    expect((await links.begin(token)).reply.checkoutUrl).toBe('/pay/thanks')
    await pass(4 * dayMs)
    await server.upkeep()
    expect((await links.begin(token)).reply.checkoutUrl).toBe('/pay/thanks')
    const guests = () => open.database.orm.select().from(guestCheckouts)
    expect((await guests()).map(({ email }) => email)).toEqual([guestEmail])
    await links.hear(stripe.paid(sessionId, {}, 'async_payment_succeeded'))
    const receipts = server.mails.filter(({ to }) => to === guestEmail)
    expect([receipts.length, (await guests()).map(({ email }) => email)]).toEqual([1, [null]])
  })

  test('of which nobody says anything for a month is not paid', async () => {
    const { begin, sessionId, status } = await bought()
    await deliver(server.origin, stripe.paid(sessionId, unpaid))
    await pass(27 * dayMs)
    expect(await status()).toEqual(['pending'])
    await pass(4 * dayMs)
    expect(await status()).toEqual(['expired'])
    expect((await begin()).sessionId).not.toBe(sessionId)
  })
})
