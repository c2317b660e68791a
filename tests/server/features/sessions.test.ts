import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/account.ts'
import { sessionLifeMs, sessionTouchMs } from '#server/features/account/sessions.ts'
import { hashToken } from '#server/http/session.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, addSession } from '#tests/support/people.ts'
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
