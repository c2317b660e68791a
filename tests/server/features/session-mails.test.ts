import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobsOf } from '#tests/support/jobs.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPaid, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import type { Mail } from '#server/ports/mail/port.ts'

const hourMs = 3_600_000

describe.each(databasesUnderTest('both'))('messages about sessions, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs
  let day = -1
  /** Says no to a message by throwing. */
  let refuse: (mail: Mail) => void = () => undefined
  const sent: Mail[] = []

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, {
      now: () => nowMs,
      mailPort: {
        send: async (mail) => {
          refuse(mail)
          sent.push(mail)
        },
        close: () => undefined,
      },
    })
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

  async function book() {
    const client = await addPerson(open.database)
    const provider = await addSeller(open.database)
    await addPaid(open.database, { userId: client.id, providerId: provider.id }, { sessions: 1 })
    const start = new Date(nowMs + 48 * hourMs).toISOString()
    const body = { serviceProviderId: provider.id, ...hourFrom(start) }
    await call(server.origin, 'book', { body }, client)
    const mailsTo = (email: string) => sent.filter(({ to }) => to === email).length
    return {
      client,
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
})
