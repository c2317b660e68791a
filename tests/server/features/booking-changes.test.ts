import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payments } from '#server/db/schema/payments.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { addConnection } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPaid, addPlan, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const hourMs = 3_600_000
/** Nine o'clock on a Thursday in Cairo. */
const thursday = '2026-06-18T06:00:00.000Z'
const friday = '2026-06-19T06:00:00.000Z'
const passwordHash = await hash(goodPassword, argon2Cost)

describe.each(databasesUnderTest())('a session that is booked, on %s', (kind) => {
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

  async function booked(start = thursday) {
    const client = await addPerson(open.database, { passwordHash })
    const provider = await addSeller(open.database, { passwordHash })
    const holder = { userId: client.id, providerId: provider.id }
    const payment = await addPaid(open.database, holder, { sessions: 2 })
    const body = { serviceProviderId: provider.id, ...hourFrom(start) }
    const { reply } = await call(server.origin, 'book', { body }, client)
    const left = async () =>
      (await call(server.origin, 'validateAccess', { params: { providerId: provider.id } }, client))
        .reply.remainingSessions
    return { client, provider, payment, id: reply._id, left }
  }
  const cancel = (who: SignedIn, id: string) =>
    call(server.origin, 'cancelBooking', { params: { id } }, who)
  const move = (who: SignedIn, id: string, start: string) =>
    call(server.origin, 'rescheduleBooking', { params: { id }, body: hourFrom(start) }, who)
  const list = (
    who: SignedIn,
    query: { scope?: 'upcoming' | 'past'; limit?: string; after?: string } = {},
  ) => call(server.origin, 'listBookings', { query }, who)
  const ics = async (who: SignedIn, id: string) =>
    (await call(server.origin, 'bookingIcs', { params: { id } }, who)).bytes.toString()
  const noticesOf = async (who: SignedIn) =>
    (await call(server.origin, 'listNotices', { query: {} }, who)).reply.notices.map(
      ({ kind, aboutId, person }) => [kind, aboutId, person.id],
    )
  const mailsTo = ({ user }: SignedIn) => server.mails.filter(({ to }) => to === user.email)

  test('is seen by its two people, each with the other, and by nobody else', async () => {
    const { client, provider, id } = await booked()
    const mine = (await list(client)).reply.bookings
    expect(mine).toMatchObject([{ _id: id, role: 'client', with: { _id: provider.id } }])
    const theirs = (await list(provider)).reply.bookings
    expect(theirs).toMatchObject([
      { _id: id, role: 'provider', with: { _id: client.id }, changeableUntil: thursday },
    ])
    expect(Object.keys(theirs[0]?.with ?? {})).toEqual([
      '_id',
      'firstname',
      'lastname',
      'profileImg',
    ])
    const other = await addSeller(open.database)
    expect((await list(other)).reply.bookings).toEqual([])
    for (const call of [cancel(other, id), move(other, id, friday)]) {
      expect((await call).status).toBe(404)
    }
  })

  test('can be cancelled by its client until 24 hours before it, and its credit is back at once', async () => {
    const { client, provider, id, left } = await booked()
    expect(await left()).toBe(1)
    nowMs = Date.parse(thursday) - 24 * hourMs - 1
    const { reply } = await cancel(client, id)
    expect(reply).toMatchObject({ status: 'cancelled', cancelledBy: 'client', sequence: 1 })
    expect(await left()).toBe(2)
    expect((await cancel(client, id)).problem.code).toBe('wrong_state')
    expect((await cancel(provider, id)).problem.code).toBe('wrong_state')
    expect(await left()).toBe(2)
    const body = { serviceProviderId: provider.id, ...hourFrom(thursday) }
    expect((await call(server.origin, 'book', { body }, client)).status).toBe(201)
  })

  test('cannot be cancelled or moved by its client later, and by nobody once it has begun', async () => {
    const { client, provider, id, left } = await booked()
    nowMs = Date.parse(thursday) - 24 * hourMs
    const late = await cancel(client, id)
    expect([late.status, late.problem.code]).toEqual([409, 'too_late'])
    expect((await move(client, id, friday)).problem.code).toBe('too_late')
    nowMs = Date.parse(thursday)
    expect((await cancel(provider, id)).problem.code).toBe('too_late')
    expect(await left()).toBe(1)
  })

  test('can be cancelled by its provider until it begins; the credit goes back', async () => {
    const { provider, id, left } = await booked()
    nowMs = Date.parse(thursday) - 1
    expect((await cancel(provider, id)).reply).toMatchObject({ cancelledBy: 'provider' })
    expect(await left()).toBe(2)
  })

  test('gives its credit back once, however many press together', async () => {
    const { client, provider, id, left } = await booked()
    const all = await Promise.all(
      [client, provider, client, provider].map((who) => cancel(who, id)),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await left()).toBe(2)
  })

  test('can be moved by its client: same credit, same file, one more in its sequence', async () => {
    const { client, provider, id, left } = await booked()
    const before = await ics(client, id)
    const { reply } = await move(client, id, friday)
    expect(reply).toMatchObject({ _id: id, start: friday, sequence: 1, status: 'booked' })
    expect(await left()).toBe(1)
    const after = await ics(client, id)
    const uid = (text: string) => /UID:.*/.exec(text)?.[0]
    expect(uid(after)).toBe(uid(before))
    expect(after).toContain('SEQUENCE:1')
    expect(after).toContain('DTSTART:20260619T060000Z')
    expect(after).toContain('SUMMARY:Session with Sofia Test')
    expect(await ics(provider, id)).toContain('SUMMARY:Session with Nour Test')
    expect((await move(provider, id, thursday)).status).toBe(403)
    expect((await move(client, id, thursday)).reply.start).toBe(thursday)
  })

  test('is moved once, also where its client asks again when it is too late', async () => {
    const { client, id } = await booked()
    const moved = await move(client, id, friday)
    nowMs = Date.parse(friday) - 24 * hourMs
    const again = await move(client, id, friday)
    expect([again.status, again.reply]).toEqual([200, moved.reply])
    expect(again.reply.sequence).toBe(1)
  })

  test.each([
    ['past', '2026-06-15T06:00:00.000Z', 'slot_unavailable'],
    ['outside hours', '2026-06-18T18:00:00.000Z', 'slot_unavailable'],
    ['taken', friday, 'slot_taken'],
  ])('stays where it is when the new time is %s', async (_, start, code) => {
    const { client, provider, id, left } = await booked()
    const other = await addPerson(open.database)
    await addPaid(open.database, { userId: other.id, providerId: provider.id })
    const body = { serviceProviderId: provider.id, ...hourFrom(friday) }
    await call(server.origin, 'book', { body }, other)
    expect((await move(client, id, start)).problem.code).toBe(code)
    const half = { startTime: friday, endTime: '2026-06-19T06:30:00.000Z' }
    const shorter = await call(
      server.origin,
      'rescheduleBooking',
      { params: { id }, body: half },
      client,
    )
    expect(shorter.problem.code).toBe('slot_unavailable')
    expect((await list(client)).reply.bookings).toMatchObject([{ start: thursday, sequence: 0 }])
    expect(await left()).toBe(1)
  })

  test('is listed with those to come, then with those that were, page by page', async () => {
    const client = await addPerson(open.database)
    const provider = await addSeller(open.database)
    await addPaid(open.database, { userId: client.id, providerId: provider.id }, { sessions: 9 })
    const starts = [thursday, friday, '2026-06-16T06:00:00.000Z', '2026-06-17T06:00:00.000Z']
    for (const start of starts) {
      const body = { serviceProviderId: provider.id, ...hourFrom(start) }
      await call(server.origin, 'book', { body }, client)
    }
    const walk = async (scope: 'upcoming' | 'past') => {
      const found: string[] = []
      let after: string | null = null
      do {
        const page = await list(client, { scope, limit: '2', ...(after ? { after } : {}) })
        found.push(...page.reply.bookings.map(({ start }) => start))
        after = page.reply.next
      } while (after !== null)
      return found
    }
    const inOrder = starts.toSorted()
    expect(await walk('upcoming')).toEqual(inOrder)
    expect(await walk('past')).toEqual([])
    const last = (await list(client)).reply.bookings.at(-1)?._id ?? ''
    await cancel(client, last)
    nowMs = Date.parse('2026-06-17T06:30:00.000Z')
    expect(await walk('upcoming')).toEqual(inOrder.slice(1, 3))
    nowMs = Date.parse('2026-06-17T07:00:00.000Z')
    expect(await walk('past')).toEqual([inOrder[3], inOrder[1], inOrder[0]])
  })

  test('is told to both by mail, and to the other by a notice, when it is made, moved and cancelled', async () => {
    const { client, provider, id } = await booked()
    await server.jobs.runDue()
    await move(client, id, friday)
    await server.jobs.runDue()
    await cancel(provider, id)
    await server.jobs.runDue()
    await expect.poll(() => mailsTo(client).length).toBe(3)
    expect(mailsTo(client).map(({ subject }) => subject)).toEqual([
      'Your session is booked',
      'Your session has moved',
      'Your session was canceled',
    ])
    expect(mailsTo(client)[2]?.text).toBe(
      'Your session with Sofia Test on Friday, June 19, 2026 at 9:00 AM (Africa/Cairo) was canceled.\n\nYou can book it again.\n\nYou’ll find all your sessions in the app.\n',
    )
    expect(mailsTo(provider)).toHaveLength(3)
    expect(mailsTo(provider)[2]?.text).not.toContain('It is back')
    expect(await noticesOf(client)).toEqual([['booking.cancelled', id, provider.id]])
    expect(await noticesOf(provider)).toEqual([
      ['booking.moved', id, client.id],
      ['booking.booked', id, client.id],
    ])
  })

  test.each([
    ['booked', 'client'],
    ['booked', 'provider'],
    ['moved', 'provider'],
    ['cancelled', 'client'],
    ['cancelled', 'provider'],
  ] as const)(
    'that is %s names nobody where the %s blocked the other before it was told',
    async (news, blocker) => {
      const { client, provider, id } = await booked()
      await addConnection(open.database, { clientId: client.id, providerId: provider.id })
      if (news !== 'booked') await server.jobs.runDue()
      if (news === 'moved') await move(client, id, friday)
      if (news === 'cancelled') await cancel(blocker === 'client' ? provider : client, id)
      const [by, other] = blocker === 'client' ? [client, provider] : [provider, client]
      const blocked = await call(server.origin, 'blockPerson', { body: { userId: other.id } }, by)
      expect(blocked.status).toBeLessThan(300)
      await server.jobs.runDue()
      const withdrawn = (who: SignedIn) =>
        news === 'cancelled' ? [] : [['booking.withdrawn', id, who.id]]
      expect(await noticesOf(client)).toEqual(withdrawn(client))
      expect(await noticesOf(provider)).toEqual(withdrawn(provider))
    },
  )

  test('is recalled a day and an hour before it, where it then is', async () => {
    const { client, provider, id } = await booked(friday)
    const moved = await booked(friday)
    await move(moved.client, moved.id, '2026-06-22T06:00:00.000Z')
    const cancelled = await booked(friday)
    await cancel(cancelled.client, cancelled.id)
    await server.jobs.runDue()
    const reminders = (who: SignedIn) =>
      mailsTo(who).filter(({ subject }) => subject === 'Your session is coming up').length
    nowMs = Date.parse(friday) - 24 * hourMs
    await server.jobs.runDue()
    await expect.poll(() => [reminders(client), reminders(provider)]).toEqual([1, 1])
    nowMs = Date.parse(friday) - hourMs
    await server.jobs.runDue()
    await server.jobs.runDue()
    await expect.poll(() => [reminders(client), reminders(provider)]).toEqual([2, 2])
    expect([reminders(moved.client), reminders(cancelled.client)]).toEqual([0, 0])
    expect((await list(client)).reply.bookings[0]?._id).toBe(id)
    expect(await noticesOf(client)).toEqual([['booking.reminder', id, provider.id]])
  })

  test('gives nothing back once its purchase was refunded', async () => {
    const { client, payment, id, left } = await booked()
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const params = { paymentId: payment.id }
    const { reply } = await call(server.origin, 'refundPayment', { params }, admin)
    expect([reply.status, reply.sessionsUsed, reply.sessionsLeft]).toEqual(['refunded', 1, 0])
    expect((await list(client)).reply.bookings).toHaveLength(1)
    await cancel(client, id)
    expect(await left()).toBe(0)
  })

  test('goes when its client’s account goes, and its provider is told', async () => {
    const { client, provider, id } = await booked()
    await server.jobs.runDue()
    const before = mailsTo(provider).length
    const body = { password: goodPassword }
    expect((await call(server.origin, 'deleteAccount', { body }, client)).status).toBe(204)
    expect((await list(provider)).reply.bookings).toEqual([])
    await server.jobs.runDue()
    await expect.poll(() => mailsTo(provider).length).toBe(before + 1)
    expect(mailsTo(provider).at(-1)?.text).toContain('the account that booked it is gone')
    expect(await noticesOf(provider)).toEqual([['booking.withdrawn', id, provider.id]])
  })

  test('keeps nobody here whose plan it was bought by', async () => {
    const { provider, payment } = await booked()
    const plan = await addPlan(open.database, provider.id)
    const bought = eq(payments.id, payment.id)
    await open.database.orm.update(payments).set({ planId: plan.id }).where(bought)
    const body = { password: goodPassword }
    expect((await call(server.origin, 'deleteAccount', { body }, provider)).status).toBe(204)
    const [left] = await open.database.orm.select().from(payments).where(bought)
    expect(left).toMatchObject({
      providerId: null,
      planId: null,
      creditsLeft: 2,
      reviewReason: 'its provider is gone',
    })
  })

  test('is cancelled when its provider’s account goes, and its client keeps what was', async () => {
    const { client, provider, payment } = await booked()
    const body = { password: goodPassword }
    expect((await call(server.origin, 'deleteAccount', { body }, provider)).status).toBe(204)
    expect((await list(client)).reply.bookings).toEqual([])
    expect((await list(client, { scope: 'past' })).reply.bookings).toMatchObject([
      { status: 'cancelled', cancelledBy: 'provider', with: null },
    ])
    const { reply } = await call(server.origin, 'listPayments', { query: {} }, client)
    expect(reply.payments).toMatchObject([
      { _id: payment.id, serviceProviderId: null, provider: null, sessionsLeft: 2 },
    ])
  })

  test('is told of to its client when its provider’s account goes, and that what is left is paid back', async () => {
    const [left, own] = [await booked(), await booked(friday)]
    await server.jobs.runDue()
    await cancel(own.client, own.id)
    const holder = { userId: own.client.id, providerId: own.provider.id }
    await addPaid(open.database, holder, { sessions: 1 })
    for (const { provider } of [left, own]) {
      const body = { password: goodPassword }
      expect((await call(server.origin, 'deleteAccount', { body }, provider)).status).toBe(204)
    }
    await server.jobs.runDue()
    for (const [{ client }, sessions] of [
      [left, 2],
      [own, 3],
    ] as const) {
      await expect.poll(() => mailsTo(client).length).toBe(3)
      const [, ...mails] = mailsTo(client).map(({ text }) => text)
      const all = mails.join(' ')
      expect(all).toContain('is canceled: its care provider isn’t on Zync anymore')
      expect(all).toContain(`${sessions} sessions that you have left can’t take place`)
      expect(all).not.toMatch(/book it again|credit/)
    }
    const paid = ['payment.provider_left', left.payment.id, left.client.id]
    const gone = ['booking.provider_left', left.id, left.client.id]
    expect(new Set(await noticesOf(left.client))).toEqual(new Set([paid, gone]))
    expect(await noticesOf(own.client)).toEqual([
      ['payment.provider_left', own.payment.id, own.client.id],
    ])
  })

  // The last one: a second server takes the clock of the jobs along as it closes.
  test('is recalled by a process whose clock is an hour ahead, too', async () => {
    const { client, provider } = await booked(friday)
    let aheadMs = 0
    const ahead = await startTestServer(open.database, {
      now: () => nowMs + aheadMs,
      databaseNow: () => nowMs,
    })
    const reminders = (who: SignedIn) =>
      ahead.mails.filter(
        ({ to, subject }) => to === who.user.email && subject === 'Your session is coming up',
      ).length
    nowMs = Date.parse(friday) - 24 * hourMs
    await ahead.jobs.runDue()
    aheadMs = 61 * 60_000
    nowMs = Date.parse(friday) - hourMs
    await ahead.jobs.runDue()
    await ahead.jobs.runDue()
    await expect.poll(() => [reminders(client), reminders(provider)]).toEqual([2, 2])
    await ahead.close()
  })
})
