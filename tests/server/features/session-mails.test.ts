import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '#contract/language.ts'
import type { Mail } from '#server/ports/mail/mail.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { jobsOf } from '#tests/support/jobs.ts'
import { addPaid, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const hourMs = 3_600_000

describe.each(databasesUnderTest('both'))('messages about sessions, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs
  let day = -1
  /** Says no to a message by throwing, or nothing for long. */
  let refuse: (mail: Mail) => void | Promise<void> = () => undefined
  const sent: Mail[] = []
  const mailPort = {
    send: async (mail: Mail) => {
      await refuse(mail)
      sent.push(mail)
    },
    close: () => undefined,
  }

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs, mailPort })
  })
  /** At noon of the next day: sessions are booked within working hours. */
  beforeEach(() => {
    day += 1
    nowMs = testNoonMs + day * 24 * hourMs
    refuse = () => undefined
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function book(daysAhead = 2, language: Language = 'en') {
    const client = await addPerson(open.database, { language, firstname: 'نور', lastname: 'علي' })
    const provider = await addSeller(open.database)
    await addPaid(open.database, { userId: client.id, providerId: provider.id }, { sessions: 1 })
    const start = new Date(nowMs + daysAhead * 24 * hourMs).toISOString()
    const body = { serviceProviderId: provider.id, ...hourFrom(start) }
    const { reply } = await call(server.origin, 'book', { body }, client)
    const people = [client.user.email, provider.user.email]
    const mails = () => sent.filter(({ to }) => people.includes(to))
    const mailsTo = (email: string) => mails().filter(({ to }) => to === email).length
    return {
      client,
      provider,
      bookingId: reply._id,
      mails,
      both: () => [mailsTo(client.user.email), mailsTo(provider.user.email)],
    }
  }

  test('wait for a mail server that is away for an hour, and go out once', async () => {
    refuse = () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    const { both } = await book()
    const awayUntilMs = nowMs + hourMs
    for (; nowMs < awayUntilMs; nowMs += 10 * 60_000) await server.jobs.runDue()
    expect(both()).toEqual([0, 0])
    refuse = () => undefined
    nowMs += hourMs
    await server.jobs.runDue()
    expect(both()).toEqual([1, 1])
    nowMs += hourMs
    await server.jobs.runDue()
    expect(both()).toEqual([1, 1])
  })

  test('that one address refuses go out to the other one once', async () => {
    const { client, both } = await book()
    refuse = ({ to }) => {
      if (to === client.user.email)
        throw Object.assign(new Error(`451 ${to}`), { responseCode: 451 })
    }
    for (let turn = 0; turn < 3; turn += 1) {
      await server.jobs.runDue()
      nowMs += hourMs
    }
    expect(both()).toEqual([0, 1])
    const stored = JSON.stringify(await jobsOf(open.database))
    expect(stored).toContain('MailNotSent')
    expect(stored).not.toContain(client.user.email)
    refuse = () => undefined
    await server.jobs.runDue()
    expect(both()).toEqual([1, 1])
  })

  test('go out once where the process died between the work and its end', async () => {
    const { both } = await book()
    await server.jobs.runDue()
    // As a process leaves it that was killed after the last message, before it could say so.
    await open.database.pool.query(
      `update pgboss.job set state = 'active', completed_on = null, heartbeat_on = pgboss.job_now()
        where name = 'booking.told'`,
    )
    for (let turn = 0; turn < 3; turn += 1) {
      nowMs += 5 * 60_000
      await server.jobs.runDue()
    }
    expect(both()).toEqual([1, 1])
  })

  test('that a session is on never come after the one that it is canceled', async () => {
    const cancelled = 'Your session was canceled'
    refuse = () => {
      throw new Error('connect ECONNREFUSED')
    }
    const { client, bookingId, both, mails } = await book(4)
    await server.jobs.runDue()
    nowMs += 5_000
    await call(server.origin, 'cancelBooking', { params: { id: bookingId } }, client)
    await server.jobs.runDue()
    refuse = () => undefined
    for (let turn = 0; turn < 3; turn += 1) {
      nowMs += hourMs
      await server.jobs.runDue()
    }
    expect(both()).toEqual([1, 1])
    expect(mails().map(({ subject }) => subject)).toEqual([cancelled, cancelled])
  })

  test('speak to each of the two in their own language, whatever the other one is called', async () => {
    const { client, mails } = await book(4, 'ar')
    await server.jobs.runDue()
    const [mine, theirs] = [client.user.email, undefined].map((email) =>
      mails().find(({ to }) => (email ? to === email : to !== client.user.email)),
    )
    expect(mine?.subject).toBe('جلستك محجوزة')
    expect(mine?.html).toMatch(/^<div lang="ar" dir="rtl">\n<p>موعد جلستك مع \u2068\w+ \w+\u2069: /)
    expect(mine?.text).toMatch(/، \d{1,2} يونيو 2026 .*\(\u2068Africa\/Cairo\u2069\)\.\n/)
    expect(theirs?.subject).toBe('Your session is booked')
    expect(theirs?.html).toMatch(
      /^<p>Your session with \u2068نور علي\u2069 is on \w+day, June \d+, 2026/,
    )
  })

  test('go out once where the work was done and then given up, and the operator gives it back', async () => {
    const { client, bookingId, both } = await book()
    await server.jobs.runDue()
    const notices = async () =>
      (await call(server.origin, 'listNotices', { query: {} }, client)).reply
    const before = await notices()
    // As processes leave it that were killed after each of its tries.
    await open.database.pool.query(
      `update pgboss.job set state = 'active', completed_on = null, heartbeat_on = pgboss.job_now(),
          retry_count = retry_limit where name = 'booking.told' and data->>'bookingId' = $1`,
      [bookingId],
    )
    nowMs += 60_000
    await server.jobs.runDue()
    const found = await server.jobs.givenUp.list()
    expect(found).toMatchObject([{ kind: 'booking.told', failure: 'job heartbeat timeout' }])
    await server.jobs.givenUp.retry('booking.told')
    expect(await server.jobs.runDue()).toBeGreaterThan(0)
    expect(both()).toEqual([1, 1])
    expect(await notices()).toEqual(before)
  })

  test('ask nobody for another time that can no longer be accepted, wherever they waited', async () => {
    const [tried, late] = [await book(), await book()]
    // On Monday at ten in Cairo.
    const slot = hourFrom(new Date(nowMs + 19 * hourMs).toISOString())
    const propose = async ({ bookingId: id, provider }: typeof tried) =>
      (await call(server.origin, 'proposeTime', { params: { id }, body: slot }, provider)).status
    const noticesOf = async ({ client }: typeof tried) =>
      (await call(server.origin, 'listNotices', { query: {} }, client)).reply.notices.map(
        ({ kind: each }) => each,
      )
    refuse = () => {
      throw new Error('connect ECONNREFUSED')
    }
    expect(await propose(tried)).toBe(200)
    await server.jobs.runDue()
    expect(await noticesOf(tried)).toEqual(['booking.proposed'])
    expect(await propose(late)).toBe(200)
    refuse = () => undefined
    nowMs += 20 * hourMs
    await server.jobs.runDue()
    expect([...tried.both(), ...late.both()]).toEqual([1, 1, 1, 1])
    expect(await noticesOf(late)).toEqual([])
  })

  // The last one: the clock of the jobs goes with the other process.
  test('go out once, from another process, where the mail server hangs inside a job', async () => {
    const { client, both } = await book(4)
    const hanging = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    refuse = ({ to }) => {
      if (to !== client.user.email) return undefined
      begun.resolve()
      return hanging.promise
    }
    const stuck = server.jobs.runDue()
    await begun.promise
    refuse = () => undefined
    const other = await startTestServer(open.database, { now: () => nowMs, mailPort })
    for (let turn = 0; turn < 4; turn += 1) {
      nowMs += 2 * 60_000
      await other.jobs.runDue()
    }
    expect(both()).toEqual([1, 1])
    hanging.reject(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }))
    await stuck
    nowMs += hourMs
    for (const each of [server, other]) await each.jobs.runDue()
    expect(both()).toEqual([1, 1])
    await other.close()
  })
})
