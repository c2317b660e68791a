import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/account.ts'
import { sessionsPerPersonMax } from '#server/features/account/account.sql.ts'
import {
  adminSessionAbsoluteMs,
  sessionAbsoluteMs,
  sessionLifeMs,
  sessionTouchMs,
} from '#server/features/account/sign-in/sessions.ts'
import { hashToken } from '#server/http/session/caller.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, addSession } from '#tests/support/people.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { addPersonWithPassword } from '#tests/support/second-factor.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('a session, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const useIt = async (token: string) =>
    (await call(server.origin, 'checkTrackers', { query: {} }, { token })).status

  async function row(token: string) {
    const tokenHash = hashToken(token)
    const found = await open.database.orm
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, tokenHash))
    return found[0]
  }

  test('lives on with its use, which is written down once an hour', async () => {
    nowMs = testNoonMs
    const { token } = await addPerson(open.database)
    nowMs += sessionTouchMs - 1
    expect(await useIt(token)).toBe(200)
    expect((await row(token))?.lastUsedAt.getTime()).toBe(testNoonMs)
    nowMs += 1
    expect(await useIt(token)).toBe(200)
    expect((await row(token))?.lastUsedAt.getTime()).toBe(nowMs)
    expect((await row(token))?.expiresAt.getTime()).toBe(nowMs + sessionLifeMs)
  })

  test('ends 30 days after its last use', async () => {
    nowMs = testNoonMs
    const { id, token } = await addPerson(open.database)
    const lastMoment = await addSession(open.database, id)
    nowMs = testNoonMs + sessionLifeMs - 1
    expect(await useIt(lastMoment)).toBe(200)
    nowMs = testNoonMs + sessionLifeMs
    expect(await useIt(token)).toBe(401)
    expect(await useIt(lastMoment)).toBe(200)
  })

  test('ends 90 days after its login, however much it is used', async () => {
    nowMs = testNoonMs
    const { token } = await addPerson(open.database)
    while (nowMs + sessionLifeMs < testNoonMs + sessionAbsoluteMs) {
      nowMs += sessionLifeMs - 1
      expect(await useIt(token)).toBe(200)
    }
    expect((await row(token))?.expiresAt.getTime()).toBe(testNoonMs + sessionAbsoluteMs)
    nowMs = testNoonMs + sessionAbsoluteMs - 1
    expect(await useIt(token)).toBe(200)
    nowMs += 1
    expect(await useIt(token)).toBe(401)
  })

  test('of a superAdmin ends 12 hours after its login', async () => {
    nowMs = testNoonMs
    const { user, token: stored } = await addPersonWithPassword(open.database, {
      userType: 'Parent',
      role: 'superAdmin',
    })
    const body = { email: user.email, password: goodPassword }
    const { token } = (await call(server.origin, 'login', { body })).reply
    expect((await row(token))?.expiresAt.getTime()).toBe(testNoonMs + adminSessionAbsoluteMs)
    const read = async (by: string) =>
      (await call(server.origin, 'listSessions', {}, { token: by })).status
    nowMs = testNoonMs + adminSessionAbsoluteMs - 1
    expect([await read(token), await read(stored)]).toEqual([200, 200])
    nowMs += 1
    // One from before there was an end, stored with a later one, ends too.
    expect([await read(token), await read(stored)]).toEqual([401, 401])
  })

  test('ends with one login more than are kept, where none was unused for longer', async () => {
    nowMs = testNoonMs
    const { id, user, token } = await addPersonWithPassword(open.database)
    const used = await addSession(open.database, id, { lastUsedAt: new Date(testNoonMs + 1) })
    nowMs += 2
    const body = { email: user.email, password: goodPassword }
    for (let time = 2; time < sessionsPerPersonMax; time += 1) {
      expect((await call(server.origin, 'login', { body })).status).toBe(200)
    }
    expect(await row(token)).toBeDefined()
    await call(server.origin, 'login', { body })
    expect(await row(token)).toBeUndefined()
    expect(await row(used)).toBeDefined()
    expect(await open.database.orm.$count(sessions, eq(sessions.userId, id))).toBe(
      sessionsPerPersonMax,
    )
  })

  test('from before there were these ends gets them by the migration', async () => {
    nowMs = testNoonMs
    const dayMs = 24 * 3_600_000
    const longLived = { expiresAt: new Date(testNoonMs + 200 * dayMs) }
    const member = await addPerson(open.database)
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'SUPERADMIN' })
    const suspended = await addPerson(open.database, { suspendedAt: new Date(0) })
    const ofMember = await addSession(open.database, member.id, longLived)
    const ofAdmin = await addSession(open.database, admin.id, longLived)
    const file = new URL('../../../server/db/migrations/0014_second_factor.sql', import.meta.url)
    const [, byHand = ''] = (await readFile(file, 'utf8')).split('-- Written by hand')
    for (const statement of byHand
      .split('\n')
      .slice(1)
      .join('\n')
      .split('--> statement-breakpoint')) {
      await open.database.pool.query(statement)
    }
    expect((await row(ofMember))?.expiresAt.getTime()).toBe(testNoonMs + sessionAbsoluteMs)
    expect((await row(ofAdmin))?.expiresAt.getTime()).toBe(testNoonMs + adminSessionAbsoluteMs)
    expect((await row(member.token))?.expiresAt.getTime()).toBe(testNoonMs + sessionLifeMs)
    expect(await row(suspended.token)).toBeUndefined()
  })

  test('of a suspended person opens nothing', async () => {
    nowMs = testNoonMs
    const { token } = await addPerson(open.database, { suspendedAt: new Date(testNoonMs) })
    expect(await useIt(token)).toBe(401)
  })

  test('ends at logout, and no other of the person with it', async () => {
    nowMs = testNoonMs
    const { id, token } = await addPerson(open.database)
    const other = await addSession(open.database, id)
    const out = await call(server.origin, 'logout', {}, { token })
    expect(out.status).toBe(204)
    expect(out.headers.get('clear-site-data')).toBe('"cache"')
    expect(await useIt(token)).toBe(401)
    expect(await row(token)).toBeUndefined()
    expect(await useIt(other)).toBe(200)
  })
})
