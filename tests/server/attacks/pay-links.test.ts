import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { viewsPerHourMax } from '#server/features/payment-requests/index.ts'
import { checkoutsPerLinkMax } from '#server/features/payment-requests/paying.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPlan, addSeller } from '#tests/support/money.ts'
import { askFor, guestEmail } from '#tests/support/pay-links.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const minuteMs = 60_000
/** What nobody without a tick may read anywhere. */
const secrets = ['Wrenfeather', 'Psychotherapist', 'Quillington', 'trauma']

describe.each(databasesUnderTest())(
  'links to pay with are turned against nobody, on %s',
  (kind) => {
    let open: TestDatabase
    let server: TestServer
    let seller: SignedIn
    let nowMs = testNoonMs

    beforeAll(async () => {
      open = await openTestDatabase(kind)
      server = await startTestServer(open.database, { now: () => nowMs })
      seller = await addSeller(open.database, { firstname: 'Wrenfeather' })
    })
    beforeEach(async () => {
      nowMs = testNoonMs
      await open.database.pool.query('delete from rate_limits')
    })
    afterAll(async () => {
      await server.close()
      await open.drop()
    })

    const asking = (given: Parameters<typeof askFor>[1] = {}) =>
      askFor({ origin: server.origin, database: open.database }, { seller, ...given })
    const begin = (token: string, email = guestEmail) =>
      call(server.origin, 'payAsGuest', { body: { token, email, adult: true } })
    const end = (sessionId: string, outcome: 'paid' | 'cancelled' = 'paid') =>
      call(server.origin, 'endGuestSandbox', { body: { sessionId, outcome } })
    const idOf = ({ reply }: Awaited<ReturnType<typeof begin>>) =>
      reply.checkoutUrl.replace('/pay/', '')
    const post = (path: string, body: unknown) =>
      problemOf(server.origin, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })

    test('a payer learns nothing of a provider, a specialty, a last name or the words of a plan', async () => {
      const asker = await addPerson(open.database, { lastname: 'Quillington' })
      const body = { showsProvider: false, showsSpecialty: false }
      const plan = await addPlan(open.database, seller.id, { frequency: 'weekly trauma group' })
      const { reply } = await call(
        server.origin,
        'askToPay',
        { body: { ...body, planId: plan.id } },
        asker,
      )
      const before = server.mails.length
      const looked = await call(server.origin, 'viewPayable', { body: { token: reply.token } })
      const begun = await begin(reply.token)
      await end(idOf(begun))
      await server.jobs.runDue()
      const said = [looked.bytes, begun.bytes].map(String)
      const mails = server.mails.slice(before).map((mail) => JSON.stringify(mail))
      expect(mails).toHaveLength(1)
      for (const secret of secrets) {
        expect([...said, ...mails].filter((text) => text.includes(secret))).toEqual([])
      }
    })

    test('one answer for an unknown, used, withdrawn and expired link', async () => {
      const [used, withdrawn, expired] = [await asking(), await asking(), await asking()]
      await end(idOf(await begin(used.token)))
      const params = { id: withdrawn.request._id }
      await call(server.origin, 'withdrawPaymentRequest', { params }, withdrawn.asker)
      const answers = async (token: string) => [
        (await call(server.origin, 'viewPayable', { body: { token } })).bytes.toString(),
        (await begin(token)).bytes.toString(),
      ]
      const unknown = await answers('A'.repeat(43))
      expect(await answers(used.token)).toEqual(unknown)
      expect(await answers(withdrawn.token)).toEqual(unknown)
      nowMs += 7 * 24 * 60 * minuteMs
      expect(await answers(expired.token)).toEqual(unknown)
    })

    test('the same money is not taken twice in the sandbox: who pays second gets it back', async () => {
      const { token, asker } = await asking()
      const [one, two] = [
        idOf(await begin(token, 'one@example.org')),
        idOf(await begin(token, 'two@example.org')),
      ]
      const both = await Promise.all([end(one), end(two), end(one)])
      expect(both.filter(({ status }) => status === 200)).not.toEqual([])
      await server.jobs.runDue()
      const { rows } = await open.database.pool.query(
        'select status from payments where user_id = $1 order by status',
        [asker.id],
      )
      expect([
        ['paid', 'refunded'],
        ['expired', 'paid'],
      ]).toContainEqual(rows.map(({ status }) => String(status)))
      const params = { providerId: seller.id }
      const access = await call(server.origin, 'validateAccess', { params }, asker)
      expect(access.reply.remainingSessions).toBe(4)
    })

    test('a checkout that has ended says to whoever ends it again how it ended, and changes nothing', async () => {
      const [paid, cancelled] = [await asking(), await asking()]
      const ends = async (sessionId: string, ...outcomes: ('paid' | 'cancelled')[]) => {
        const said: unknown[] = []
        for (const outcome of outcomes) said.push((await end(sessionId, outcome)).reply)
        return said
      }
      const yes = { paid: true }
      const no = { paid: false }
      expect(await ends(idOf(await begin(paid.token)), 'paid', 'paid', 'cancelled')).toEqual([
        yes,
        yes,
        yes,
      ])
      expect(await ends(idOf(await begin(cancelled.token)), 'cancelled', 'paid')).toEqual([no, no])
      const params = { providerId: seller.id }
      const left = async ({ asker }: typeof paid) =>
        (await call(server.origin, 'validateAccess', { params }, asker)).reply.remainingSessions
      expect([await left(paid), await left(cancelled)]).toEqual([4, 0])
    })

    test('a checkout of a guest is nobody else’s: neither of the person nor of another member', async () => {
      const { token, asker } = await asking()
      const sessionId = idOf(await begin(token))
      for (const who of [asker, await addPerson(open.database), seller]) {
        const params = { sessionId }
        const body = { outcome: 'paid' as const }
        const ended = await call(server.origin, 'completeSandboxPayment', { params, body }, who)
        expect(ended.status).toBe(404)
      }
      expect(
        (await call(server.origin, 'listPayments', { query: {} }, asker)).reply.payments,
      ).toEqual([])
      const own = await call(
        server.origin,
        'createCheckoutSession',
        {
          body: {
            serviceProviderId: seller.id,
            pricingPlanId: (await addPlan(open.database, seller.id)).id,
          },
        },
        asker,
      )
      expect((await end(own.reply.sessionId)).status).toBe(404)
    })

    test('hostile input is refused, and nothing is lost', async () => {
      const { token, asker, plan } = await asking()
      const good = { token, email: guestEmail, adult: true }
      const bodies: readonly [string, unknown][] = [
        ['/pay/view', {}],
        ['/pay/view', { token: 'short' }],
        ['/pay/view', { token: `${'A'.repeat(42)}\0` }],
        ['/pay/view', { token: "' or true; drop table payments; --aaaaaaaaa" }],
        ['/pay/view', { token, more: 1 }],
        ['/pay/checkout', { ...good, adult: false }],
        ['/pay/checkout', { token, email: guestEmail }],
        ['/pay/checkout', { ...good, email: 'no address' }],
        ['/pay/checkout', { ...good, email: 'a@b.example\r\nbcc: all@example.org' }],
        ['/pay/checkout', { ...good, amountMinor: 1 }],
        ['/pay/checkout', { ...good, language: 'tlh' }],
        ['/pay/sandbox', { sessionId: '../../etc', outcome: 'paid' }],
        ['/pay/sandbox', { sessionId: 'sandbox_1', outcome: 'free' }],
      ]
      for (const [path, body] of bodies) {
        const { status } = await post(path, body)
        expect([body, status]).toEqual([body, 400])
      }
      const ticks = { showsProvider: false, showsSpecialty: false }
      const cases: readonly object[] = [
        { planId: plan.id },
        { planId: 'x', ...ticks },
        { planId: plan.id, ...ticks, price: 1 },
        { planId: plan.id, ...ticks, slot: { startTime: 'now', endTime: 'then' } },
      ]
      for (const body of cases) {
        const { status } = await problemOf(server.origin, '/payment/requests', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${asker.token}`,
          },
          body: JSON.stringify(body),
        })
        expect([body, status]).toEqual([body, 400])
      }
      expect((await call(server.origin, 'viewPayable', { body: { token } })).status).toBe(200)
    })

    test('another person’s link is not there to be taken back or listed', async () => {
      const { request } = await asking()
      const other = await addPerson(open.database)
      const params = { id: request._id }
      const answer = await call(server.origin, 'withdrawPaymentRequest', { params }, other)
      const { reply } = await call(server.origin, 'listPaymentRequests', {}, other)
      expect([answer.status, reply.requests]).toEqual([404, []])
    })

    test('whoever looks again and again, or opens checkout after checkout, is stopped', async () => {
      const { token } = await asking()
      for (let at = 0; at < checkoutsPerLinkMax; at += 1) {
        expect((await begin(token, `payer-${at}@example.org`)).status).toBe(201)
      }
      expect((await begin(token, 'one-more@example.org')).problem.code).toBe('rate_limited')
      const other = await asking()
      expect((await begin(other.token)).status).toBe(201)
      for (let at = 0; at < viewsPerHourMax; at += 1) {
        await call(server.origin, 'viewPayable', { body: { token: 'A'.repeat(43) } })
      }
      const stopped = await call(server.origin, 'viewPayable', { body: { token } })
      expect(stopped.problem.code).toBe('rate_limited')
    })

    test('a plan that one may not buy cannot be asked for', async () => {
      const asker = await addPerson(open.database)
      const hidden = await addSeller(open.database, { verifiedAt: null })
      const ask = async (planId: string) => {
        const body = { planId, showsProvider: true, showsSpecialty: true }
        return (await call(server.origin, 'askToPay', { body }, asker)).status
      }
      expect(await ask((await addPlan(open.database, hidden.id)).id)).toBe(404)
      expect(await ask(asker.id)).toBe(404)
      const retired = await addPlan(open.database, seller.id, { retiredAt: new Date(0) })
      expect(await ask(retired.id)).toBe(409)
    })
  },
)
