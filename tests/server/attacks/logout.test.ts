import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revocationsMax } from '#contract/account/model.ts'
import { sessions } from '#server/db/schema/account.ts'
import { revocationsPerHourMax } from '#server/features/account/routes.ts'
import { hashToken, newToken } from '#server/http/session/caller.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { addPerson, addSession } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('the hash of a token, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let addresses = 0

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { trustedProxyHops: 1 })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  /** From an address of its own, unless one is given. */
  async function revoke(tokenHashes: string[], from = `192.0.2.${(addresses += 1)}`) {
    const headers = { 'x-forwarded-for': from }
    return await call(server.origin, 'revokeSessions', { body: { tokenHashes } }, { headers })
  }

  async function statusOf(token: string): Promise<number> {
    return (await call(server.origin, 'checkTrackers', { query: {} }, { token })).status
  }

  test('ends its session without a login, and no other of the person or of anybody else', async () => {
    const person = await addPerson(open.database)
    const other = await addSession(open.database, person.id)
    const somebody = await addPerson(open.database)
    expect((await revoke([hashToken(person.token)])).status).toBe(204)
    expect(await Promise.all([person.token, other, somebody.token].map(statusOf))).toEqual([
      401, 200, 200,
    ])
  })

  test('ends the sessions of several people who left one device', async () => {
    const people = [await addPerson(open.database), await addPerson(open.database)]
    await revoke(people.map(({ token }) => hashToken(token)))
    expect(await Promise.all(people.map(({ token }) => statusOf(token)))).toEqual([401, 401])
  })

  test('ends the live stream of its session at once', async () => {
    const { token } = await addPerson(open.database)
    const stream = await openLiveStream(server.origin, token)
    expect(await stream.next()).toMatchObject({ type: 'resync' })
    await revoke([hashToken(token)])
    expect(await stream.next()).toBeUndefined()
    stream.close()
  })

  test('is answered alike whether there is such a session or not, and again', async () => {
    const { token } = await addPerson(open.database)
    const answers = [
      await revoke([hashToken(token)]),
      await revoke([hashToken(token)]),
      await revoke([hashToken(newToken().token)]),
    ]
    const replies = answers.map(({ status, bytes, headers }) => [
      status,
      bytes.length,
      [...headers.keys()].toSorted(),
    ])
    expect(replies[1]).toEqual(replies[0])
    expect(replies[2]).toEqual(replies[0])
  })

  test('opens nothing: it is no token, and the token itself ends nothing as a hash', async () => {
    const { id, token } = await addPerson(open.database)
    expect(await statusOf(hashToken(token))).toBe(401)
    expect(await statusOf(hashToken(token).slice(0, 43))).toBe(401)
    const rows = await open.database.orm.select().from(sessions).where(eq(sessions.userId, id))
    const publicId = rows[0]?.id ?? ''
    for (const wrong of [token, publicId, id, hashToken(token).toUpperCase()]) {
      expect((await revoke([wrong])).status).toBe(400)
    }
    expect(await statusOf(token)).toBe(200)
  })

  test.each([
    ['none', { tokenHashes: [] }],
    ['too many', { tokenHashes: Array(revocationsMax + 1).fill('a'.repeat(64)) }],
    ['no list', { tokenHashes: 'a'.repeat(64) }],
    ['one that is cut short', { tokenHashes: ['a'.repeat(63)] }],
    ['more than hashes', { tokenHashes: ['a'.repeat(64)], userId: 'u' }],
  ])('is refused by the name of the field where there are %s', async (_, body) => {
    const answer = await problemOf(server.origin, '/auth/sessions/revoke', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(400)
    expect(answer.problem.code).toBe('invalid_input')
    expect(Object.keys(answer.problem.fields ?? {})).not.toEqual([])
  })

  test('cannot be tried without end from one address, and others go on', async () => {
    const hash = hashToken(newToken().token)
    for (let nth = 0; nth < revocationsPerHourMax; nth += 1) await revoke([hash], '203.0.113.1')
    const { token } = await addPerson(open.database)
    const over = await revoke([hashToken(token)], '203.0.113.1')
    expect([over.status, over.problem.code]).toEqual([429, 'rate_limited'])
    expect(await statusOf(token)).toBe(200)
    expect((await revoke([hashToken(token)], '203.0.113.2')).status).toBe(204)
  })
})
