import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPlan, addSeller } from '#tests/support/money.ts'
import { addPerson } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const hourMs = 3_600_000

describe.each(databasesUnderTest('both'))('the sandbox, on %s', (kind) => {
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

  async function begun() {
    const buyer = await addPerson(open.database)
    const seller = await addSeller(open.database)
    const plan = await addPlan(open.database, seller.id)
    const body = { serviceProviderId: seller.id, pricingPlanId: plan.id }
    const begin = () => call(server.origin, 'createCheckoutSession', { body }, buyer)
    const { checkoutUrl, sessionId } = (await begin()).reply
    const end = (outcome: 'paid' | 'cancelled', who = buyer) =>
      call(
        server.origin,
        'completeSandboxPayment',
        { params: { sessionId }, body: { outcome } },
        who,
      )
    return { buyer, seller, plan, begin, checkoutUrl, sessionId, end }
  }
  const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)

  test('has a page of the app, and says that no money moves', async () => {
    const { checkoutUrl, sessionId, buyer } = await begun()
    expect(checkoutUrl).toBe(`/payment/sandbox/${sessionId}`)
    const params = { sessionId }
    const { reply } = await call(server.origin, 'getPaymentSession', { params }, buyer)
    expect(reply).toMatchObject({ sandbox: true, status: 'pending', amount: 114, receipt: null })
  })

  test('grants the sessions once, sends a receipt, and lists the purchase', async () => {
    const { buyer, seller, end } = await begun()
    const ends = await Promise.all([end('paid'), end('paid'), end('cancelled')])
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([200]))
    const settled = (await end('cancelled')).reply
    const params = { providerId: seller.id }
    const { reply } = await call(server.origin, 'validateAccess', { params }, buyer)
    expect([settled.status, reply.remainingSessions]).toEqual(['paid', 4])
    const listed = await call(server.origin, 'listPayments', { query: {} }, buyer)
    expect(listed.reply).toEqual({ payments: [settled], next: null })
    expect(settled.receipt?.number).toMatch(/^ZY-20260615-[0-9A-F]{8}$/)
    await server.jobs.runDue()
    await expect.poll(() => mailsTo(buyer.user.email).length).toBe(1)
    expect(mailsTo(buyer.user.email)[0]?.text).toContain(
      'Price $100.00, VAT 14% $14.00, total $114.00.',
    )
    expect(mailsTo(buyer.user.email)[0]?.text).toContain('This was the sandbox')
  })

  test('lets go of a purchase that was cancelled, and begins anew', async () => {
    const { begin, end, sessionId } = await begun()
    expect((await end('cancelled')).reply.status).toBe('expired')
    expect((await begin()).reply.sessionId).not.toBe(sessionId)
  })

  test('takes no payment after its time', async () => {
    const { end, begin, sessionId } = await begun()
    nowMs += 3 * hourMs
    expect((await begin()).reply.sessionId).not.toBe(sessionId)
    expect((await end('paid')).reply.status).toBe('expired')
  })

  test('gives back what is paid for a provider who is gone', async () => {
    const { end, seller } = await begun()
    await open.database.pool.query('delete from users where id = $1', [seller.id])
    expect((await end('paid')).reply.status).toBe('review')
    await server.jobs.runDue()
    expect((await end('paid')).reply).toMatchObject({ status: 'refunded', sessionsLeft: 0 })
  })

  test('is ended by the payer alone', async () => {
    const { end, sessionId } = await begun()
    expect((await end('paid', await addPerson(open.database))).status).toBe(404)
    const params = { sessionId: 'sandbox_nothing' }
    const body = { outcome: 'paid' as const }
    const buyer = await addPerson(open.database)
    const unknown = await call(server.origin, 'completeSandboxPayment', { params, body }, buyer)
    expect([unknown.status, sessionId.startsWith('sandbox_')]).toEqual([404, true])
  })

  test('believes no webhook', async () => {
    const response = await fetch(`${server.origin}/api/payment/webhook`, {
      method: 'POST',
      body: '{}',
    })
    expect(response.status).toBe(400)
  })

  test('sells nothing that is not on sale, and nothing of others', async () => {
    const { buyer, seller, plan } = await begun()
    const buy = (given: { serviceProviderId: string; pricingPlanId: string }) =>
      call(server.origin, 'createCheckoutSession', { body: given }, buyer)
    const other = await addSeller(open.database)
    const asked = { serviceProviderId: seller.id, pricingPlanId: plan.id }
    expect((await buy({ ...asked, serviceProviderId: other.id })).status).toBe(404)
    expect((await buy({ ...asked, pricingPlanId: seller.id })).status).toBe(404)
    const retiredAt = new Date(testNoonMs)
    const retired = await addPlan(open.database, seller.id, { retiredAt })
    const answer = await buy({ ...asked, pricingPlanId: retired.id })
    expect([answer.status, answer.problem.message]).toEqual([
      409,
      'This plan has changed. Please choose again.',
    ])
  })

  test('lists purchases newest first, page by page', async () => {
    const buyer = await addPerson(open.database)
    const made: string[] = []
    for (let each = 0; each < 3; each += 1) {
      const seller = await addSeller(open.database)
      const plan = await addPlan(open.database, seller.id)
      const body = { serviceProviderId: seller.id, pricingPlanId: plan.id }
      made.push(
        (await call(server.origin, 'createCheckoutSession', { body }, buyer)).reply.sessionId,
      )
    }
    const page = async (after?: string) =>
      (
        await call(
          server.origin,
          'listPayments',
          { query: { limit: '2', ...(after ? { after } : {}) } },
          buyer,
        )
      ).reply
    const first = await page()
    const second = await page(first.next ?? '')
    const found = [...first.payments, ...second.payments].map(({ sessionId }) => sessionId)
    expect([found, second.next]).toEqual([made.toReversed(), null])
    for (const nowhere of ['nonsense', '-'.repeat(36)]) {
      expect((await page(nowhere)).payments).toEqual(first.payments)
    }
  })
})

describe('where nobody takes money', () => {
  test('nothing can be bought, and the webhook is not there', async () => {
    const open = await openTestDatabase('embedded')
    const server = await startTestServer(open.database, { checkout: null })
    const [buyer, seller] = [await addPerson(open.database), await addSeller(open.database)]
    const plan = await addPlan(open.database, seller.id)
    const body = { serviceProviderId: seller.id, pricingPlanId: plan.id }
    const answer = await call(server.origin, 'createCheckoutSession', { body }, buyer)
    expect([answer.status, answer.problem.code]).toEqual([503, 'not_configured'])
    const webhook = await fetch(`${server.origin}/api/payment/webhook`, {
      method: 'POST',
      body: '{}',
    })
    expect(webhook.status).toBe(404)
    await server.close()
    await open.drop()
  })
})
