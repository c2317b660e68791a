import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import { runAdminCommand } from '#server/admin-commands.ts'
import { hooksOf } from '#server/compose.ts'
import { sessionRooms } from '#server/db/schema/booking.ts'
import { planProposals, planShares, reports } from '#server/db/schema/safety.ts'
import {
  createAccountRepo,
  createPasswords,
  createSecondFactorRepo,
} from '#server/features/account/index.ts'
import { createReceive } from '#server/features/payments/index.ts'
import { sellerFor } from '#server/features/pricing/index.ts'
import {
  createClearance,
  createDecisions,
  createReviewRepo,
} from '#server/features/providers/index.ts'
import { call } from '#tests/support/call.ts'
import { becomeKnown, creditsOf, later, soon } from '#tests/support/clearance-stage.ts'
import { addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addBooking, addPaid, addPlan, hourFrom } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const adult = '1990-01-01' as LocalDate
const closers = ['a superAdmin', 'the operator'] as const
type Closer = (typeof closers)[number]

describe.each(databasesUnderTest('both'))('an account that is closed, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let admin: SignedIn
  let logged: Record<string, unknown>[] = []

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) })
    server = await startTestServer(open.database, { log })
    admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
  })
  beforeEach(() => {
    logged = []
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function close(who: SignedIn, by: Closer = 'a superAdmin', closed = true): Promise<void> {
    if (by === 'the operator') await operate([closed ? 'suspend' : 'unsuspend', who.user.email])
    else await decide(who, closed)
    await server.jobs.runDue()
  }

  async function decide({ id: subjectId }: SignedIn, suspend: boolean): Promise<void> {
    const id = uuidv7()
    const target = { kind: 'person', id: subjectId } as const
    const facts = { snapshot: {}, reason: 'other', note: '', state: 'open' } as const
    const createdAt = new Date(testNoonMs)
    await open.database.orm.insert(reports).values({ id, subjectId, target, ...facts, createdAt })
    const body = { state: 'resolved', suspend } as const
    const decided = await call(server.origin, 'handleReport', { params: { id }, body }, admin)
    expect(decided.status).toBe(200)
  }

  async function operate(args: readonly string[]): Promise<void> {
    const { database } = open
    const { jobs, events } = server
    const now = () => testNoonMs
    const hooks = hooksOf({ database, jobs, now, newId: uuidv7 })
    const clearance = createClearance({ database, hooks, events, now })
    const parts = {
      accounts: createAccountRepo(database.orm),
      reviews: createReviewRepo(database.orm),
      secondFactors: createSecondFactorRepo(database.orm),
      clearance,
      decide: createDecisions({ clearance, now }),
      passwords: await createPasswords(),
      givenUp: jobs.givenUp,
      events,
      removeDemoPeople: async () => 0,
      removeAgain: async () => 0,
      askPassword: async () => '',
      write: () => undefined,
      now,
      newId: uuidv7,
    }
    await runAdminCommand(parts, args)
  }

  /** What the operator's refund of a part in the dashboard is heard as. */
  async function giveBackPart(paymentId: string): Promise<void> {
    const { database } = open
    const { jobs } = server
    const parts = { jobs, now: () => testNoonMs, newId: uuidv7 }
    const hooks = hooksOf({ database, ...parts })
    const receive = createReceive({
      orm: database.orm,
      hooks,
      log: pino({ level: 'silent' }),
      ...parts,
    })
    const said = { eventId: uuidv7(), paymentId, currency: 'usd' }
    const event = { ...said, kind: 'refunded', refundedMinor: 7_600, all: false } as const
    expect(await receive('sandbox', event)).toBe('applied')
    await jobs.runDue()
  }

  const sessionsOf = async (who: SignedIn) =>
    (await call(server.origin, 'listBookings', { query: { scope: 'past' } }, who)).reply.bookings
  const paymentsOf = async (who: SignedIn) =>
    (await call(server.origin, 'listPayments', { query: {} }, who)).reply.payments
  const newsOf = async (who: SignedIn) =>
    (await call(server.origin, 'listNotices', { query: {} }, who)).reply.notices
      .filter(({ kind: each }) => ['booking.withdrawn', 'payment.provider_left'].includes(each))
      .map(({ kind: each, person }) => `${each} ${person.id}`)
      .toSorted((one, other) => (one < other ? -1 : 1))
  const mailsTo = ({ user }: SignedIn) => server.mails.filter(({ to }) => to === user.email)
  const toLookAt = () =>
    logged
      .filter(({ msg }) => msg === 'a payment needs to be looked at')
      .map(({ received, paymentIds }) => [received, paymentIds])

  test.each(closers)(
    'of a provider leaves no adult waiting for them: sessions and credits are settled by %s',
    async (by) => {
      const { client, provider } = await becomeKnown(server, open.database, { birthDate: adult })
      const before = mailsTo(client).length
      await close(provider, by)
      expect(await creditsOf(open.database, client.id, provider.id)).toBe(3)
      const cancelled = { status: 'cancelled', cancelledBy: 'zync', room: null }
      expect(await sessionsOf(client)).toMatchObject([cancelled, cancelled])
      expect(await newsOf(client)).toEqual([
        `booking.withdrawn ${client.id}`,
        `booking.withdrawn ${client.id}`,
        `payment.provider_left ${client.id}`,
      ])
      await expect.poll(() => mailsTo(client).length).toBe(before + 3)
      const texts = mailsTo(client)
        .slice(before)
        .map(({ text }) => text)
        .join(' ')
      expect(texts.match(/is canceled: its care provider isn’t on Zync anymore/g)).toHaveLength(2)
      expect(texts).toContain('3 sessions that you have left can’t take place')
      expect(texts).toContain('gives back the money')
      expect(texts).not.toMatch(/book it again|credit/)
      expect(texts).not.toContain(provider.user.lastname)
      const [payment] = await paymentsOf(client)
      expect(payment).toMatchObject({ serviceProviderId: null, sessionsLeft: 3 })
      expect(toLookAt()).toEqual([['provider_closed', [payment?._id]]])
      // Said and given back once, however often it is decided.
      await close(provider, by)
      expect(await creditsOf(open.database, client.id, provider.id)).toBe(3)
      expect(toLookAt()).toHaveLength(1)
      expect(mailsTo(client)).toHaveLength(before + 3)
    },
  )

  test.each(closers)(
    'of a client keeps no provider waiting in a call, and names nobody to them (%s)',
    async (by) => {
      const { client, provider } = await becomeKnown(server, open.database, { birthDate: adult })
      const before = [mailsTo(client).length, mailsTo(provider).length] as const
      await close(client, by)
      expect(await creditsOf(open.database, client.id, provider.id)).toBe(3)
      const cancelled = { status: 'cancelled', cancelledBy: 'zync' }
      expect(await sessionsOf(provider)).toMatchObject([cancelled, cancelled])
      expect(await newsOf(provider)).toEqual([
        `booking.withdrawn ${provider.id}`,
        `booking.withdrawn ${provider.id}`,
      ])
      await expect.poll(() => mailsTo(provider).length).toBe(before[1] + 2)
      const texts = mailsTo(provider)
        .slice(before[1])
        .map(({ text }) => text)
        .join(' ')
      expect(texts).toContain('can’t take place, so Zync canceled it')
      expect(texts).not.toContain(client.user.firstname)
      expect(mailsTo(client)).toHaveLength(before[0])
      expect(toLookAt()).toMatchObject([['client_closed', [expect.any(String)]]])
      const other = await addPerson(open.database)
      await addPaid(open.database, { userId: other.id, providerId: provider.id })
      const body = { serviceProviderId: provider.id, ...hourFrom(later) }
      expect((await call(server.origin, 'book', { body }, other)).status).toBe(201)
    },
  )

  test.each(['provider', 'client'] as const)(
    'is told of to whoever is connected with the %s, whatever their age, and to nobody else',
    async (whose) => {
      const { client, provider } = await becomeKnown(server, open.database, { birthDate: adult })
      const [closed, other] = whose === 'provider' ? [provider, client] : [client, provider]
      const stranger = await addPerson(open.database)
      const received: string[] = []
      const ends = [other, stranger].map(({ id }) =>
        server.events.subscribe(id, ({ type }) => {
          if (type === 'connections') received.push(id)
        }),
      )
      await close(closed)
      expect(received).toEqual([other.id])
      await close(closed, 'the operator', false)
      expect(received).toEqual([other.id, other.id])
      for (const end of ends) end()
    },
  )

  test('that is opened again stays without its sessions, and has what is left of them', async () => {
    const { client, provider } = await becomeKnown(server, open.database, { birthDate: adult })
    await close(provider)
    await close(provider, 'a superAdmin', false)
    expect((await sessionsOf(client)).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
    ])
    expect(await paymentsOf(client)).toMatchObject([{ serviceProviderId: provider.id }])
    const params = { providerId: provider.id }
    const { reply } = await call(server.origin, 'validateAccess', { params }, client)
    expect(reply).toMatchObject({ canBook: true, remainingSessions: 3 })
    const body = { serviceProviderId: provider.id, ...hourFrom(later) }
    expect((await call(server.origin, 'book', { body }, client)).status).toBe(201)
    await close(provider)
    expect(await creditsOf(open.database, client.id, provider.id)).toBe(3)
    expect(toLookAt()).toHaveLength(2)
  })

  test('and opened again has no session left that money was given back for, a part of a purchase or not', async () => {
    const { client, provider } = await becomeKnown(server, open.database, { birthDate: adult })
    const [bought] = await paymentsOf(client)
    await close(provider)
    const news = await newsOf(client)
    await giveBackPart(bought?._id ?? '')
    await close(provider, 'a superAdmin', false)
    expect(await creditsOf(open.database, client.id, provider.id)).toBe(0)
    expect(await paymentsOf(client)).toMatchObject([{ status: 'paid', refundedMinor: 7_600 }])
    const body = { serviceProviderId: provider.id, ...hourFrom(later) }
    expect((await call(server.origin, 'book', { body }, client)).problem.code).toBe('no_sessions')
    await close(provider)
    expect(toLookAt()).toHaveLength(1)
    expect(await newsOf(client)).toEqual(news)
  })

  test('is named once with what was paid, whoever of the two is closed first, and open once both are', async () => {
    const { client, provider } = await becomeKnown(server, open.database, { birthDate: adult })
    await close(provider)
    await close(client)
    expect(toLookAt()).toHaveLength(1)
    await close(client, 'a superAdmin', false)
    await close(provider)
    expect(toLookAt()).toHaveLength(1)
    await close(client)
    await close(provider, 'a superAdmin', false)
    await close(client, 'a superAdmin', false)
    const { rows } = await open.database.pool.query(
      'select review_reason as why from payments where user_id = $1',
      [client.id],
    )
    expect(rows).toEqual([{ why: null }])
  })

  test('takes no money: what is paid in a checkout from before goes back', async () => {
    const seller = await addProvider(open.database, {}, { reviewedAt: new Date(0) })
    const buyer = await addPerson(open.database, { birthDate: adult })
    const plan = await addPlan(open.database, seller.id)
    const bought = { serviceProviderId: seller.id, pricingPlanId: plan.id }
    const begun = await call(server.origin, 'createCheckoutSession', { body: bought }, buyer)
    const { sessionId } = begun.reply
    const end = () =>
      call(
        server.origin,
        'completeSandboxPayment',
        { params: { sessionId }, body: { outcome: 'paid' } },
        buyer,
      )
    await close(seller)
    expect((await end()).reply).toMatchObject({ status: 'review', sessionsLeft: 0 })
    await server.jobs.runDue()
    expect((await end()).reply).toMatchObject({ status: 'refunded', sessionsLeft: 0 })
  })

  test('takes none of whoever pays for its person either', async () => {
    const seller = await addProvider(open.database, {}, { reviewedAt: new Date(0) })
    const asker = await addPerson(open.database, { birthDate: adult })
    const plan = await addPlan(open.database, seller.id)
    const wish = { planId: plan.id, showsProvider: false, showsSpecialty: false }
    const { token } = (await call(server.origin, 'askToPay', { body: wish }, asker)).reply
    const guest = { token, email: 'guest@example.org', adult: true, language: 'en' } as const
    const begun = await call(server.origin, 'payAsGuest', { body: guest })
    const sessionId = begun.reply.checkoutUrl.split('/').at(-1) ?? ''
    await close(asker)
    const body = { sessionId, outcome: 'paid' } as const
    expect((await call(server.origin, 'endGuestSandbox', { body })).reply).toEqual({ paid: false })
    await server.jobs.runDue()
    expect(await creditsOf(open.database, asker.id, seller.id)).toBe(0)
    const { rows } = await open.database.pool.query(
      'select status from payments where user_id = $1',
      [asker.id],
    )
    expect(rows).toEqual([{ status: 'refunded' }])
  })

  test('opens nobody a way into a call that has begun', async () => {
    const provider = await addProvider(open.database)
    const client = await addPerson(open.database, { birthDate: adult })
    const room = { kind: 'video', url: 'https://meet.google.com/abc-defg-hij' } as const
    const updatedAt = new Date(testNoonMs)
    await open.database.orm.insert(sessionRooms).values({ userId: provider.id, room, updatedAt })
    const startsAt = new Date(testNoonMs - 60_000)
    await addBooking(open.database, { clientId: client.id, providerId: provider.id }, { startsAt })
    const roomOf = async () =>
      (await call(server.origin, 'listBookings', { query: {} }, client)).reply.bookings[0]?.room
    expect(await roomOf()).toMatchObject({ url: room.url })
    await close(provider)
    expect(await roomOf()).toBeNull()
  })

  test('has no idea in a safety plan that waits to be taken up', async () => {
    const provider = await addProvider(open.database)
    const { id: userId, token } = await addPerson(open.database)
    const since = new Date(testNoonMs)
    const shared = { userId, providerId: provider.id }
    await open.database.orm.insert(planShares).values({ ...shared, sharedAt: since })
    await open.database.orm.insert(planProposals).values({
      ...shared,
      id: uuidv7(),
      change: 'add',
      itemId: uuidv7(),
      step: 'people',
      text: 'Call me instead',
      phone: '+20100000000',
      state: 'open',
      createdAt: since,
    })
    const ideas = async () => (await call(server.origin, 'ownPlan', {}, { token })).reply.proposals
    expect(await ideas()).toMatchObject([{ text: 'Call me instead' }])
    await close(provider)
    expect(await ideas()).toEqual([])
  })

  test('is nobody’s who books, not even with a call that was let in before', async () => {
    const provider = await addProvider(open.database)
    const client = await addPerson(open.database, { birthDate: adult })
    const today = '2026-06-15' as LocalDate
    const { pool } = open.database
    expect(await sellerFor(pool, client.id, provider.id, today)).toMatchObject({ listed: true })
    await close(client)
    await expect(sellerFor(pool, client.id, provider.id, today)).rejects.toMatchObject({
      body: { code: 'not_found' },
    })
  })

  test('leaves no session booked, however closely it is booked beside the end', async () => {
    const starts = [soon, later, '2026-06-18T08:00:00.000Z']
    for (const whose of ['provider', 'client'] as const) {
      const provider = await addProvider(open.database, {}, { reviewedAt: new Date(0) })
      const client = await addPerson(open.database, { birthDate: adult })
      const holder = { userId: client.id, providerId: provider.id }
      await addPaid(open.database, holder, { sessions: starts.length })
      const book = (start: string) => {
        const body = { serviceProviderId: provider.id, ...hourFrom(start) }
        return call(server.origin, 'book', { body }, client)
      }
      const [, ...booked] = await Promise.all([
        close(whose === 'provider' ? provider : client),
        ...starts.map(book),
      ])
      for (const each of booked) expect([201, 401, 404]).toContain(each.status)
      expect(await creditsOf(open.database, client.id, provider.id)).toBe(starts.length)
      const { rows } = await open.database.pool.query(
        `select 1 from bookings where client_id = $1 and status = 'booked'`,
        [client.id],
      )
      expect(rows).toEqual([])
    }
  })
})
