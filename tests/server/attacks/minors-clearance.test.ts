import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '#tests/support/call.ts'
import { addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson } from '#tests/support/people.ts'
import { providerRegistration } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('a provider whom no review cleared, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { production: true })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  test('is cleared by nothing they say of themself', async () => {
    const at = new Date(testNoonMs)
    const unclear = { seesMinors: false, minorsClearedAt: null, reviewedAt: at }
    const provider = await addProvider(open.database, {}, unclear)
    const say = (body: object) =>
      call(server.origin, 'updatePractice', { params: { id: provider.id }, body }, provider)
    const forged = [
      { clearedForMinors: true },
      { minorsClearedAt: at.toISOString() },
      { seesMinors: true, minorsAskedAt: null },
      { seesMinors: true, reviewedAt: at.toISOString() },
    ]
    for (const body of forged) expect((await say(body)).status).toBe(400)
    for (const seesMinors of [true, false, true, true]) {
      expect((await say({ seesMinors })).reply).toMatchObject({
        practice: { seesMinors, clearedForMinors: false },
      })
    }
    const teen = await addPerson(open.database)
    const body = { requestedServiceProvider: provider.id }
    const asked = await call(server.origin, 'requestConnection', { body }, teen)
    expect([asked.status, asked.problem.code]).toEqual([403, 'minors_not_seen'])
  })

  test('brings no clearance along with the registration', async () => {
    const made = providerRegistration({ email: 'keen@example.org', username: 'keen' })
    const facts = { seesMinors: 'true', clearedForMinors: 'true', minorsClearedAt: '2026-01-01' }
    const body = { ...made.body, ...facts, seesMinors: 'true' as const }
    const { reply } = await call(server.origin, 'registerServiceProvider', { ...made, body })
    const id = reply.userPayload._id
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const seen = await call(server.origin, 'getUser', { params: { id } }, admin)
    expect(seen.reply).toMatchObject({
      verifiedAt: null,
      practice: { seesMinors: true, clearedForMinors: false, reviewedAt: null },
    })
  })
})
