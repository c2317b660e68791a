import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientPolicyCall, contractHeader, contractVersion } from '#contract/version.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe('the number of the contract', () => {
  let open: TestDatabase
  let server: TestServer
  let strict: TestServer
  let person: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(databasesUnderTest()[0] ?? 'embedded')
    server = await startTestServer(open.database)
    strict = await startTestServer(open.database, { minContract: 1 })
    person = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await strict.close()
    await open.drop()
  })

  function ask(on: TestServer, path: string, contract: string | undefined, method = 'GET') {
    return fetch(`${on.origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(contract === undefined ? {} : { [contractHeader]: contract }),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify({ ops: [] }) } : {}),
    })
  }

  test('is on every answer, also on refusals', async () => {
    for (const path of ['/notices', '/nothing', '/health/live', clientPolicyCall.path]) {
      const { headers } = await ask(server, path, undefined)
      expect([path, headers.get(contractHeader)]).toEqual([path, String(contractVersion)])
    }
  })

  test('keeps nobody out unless the operator says so', async () => {
    for (const contract of [undefined, '0', 'nonsense', '99']) {
      expect((await ask(server, '/notices', contract)).status).toBe(200)
    }
  })

  test('that is too low is told so, whatever is asked, and a policy says what is taken', async () => {
    for (const contract of ['0', '-1', 'nonsense', '']) {
      for (const [path, method] of [
        ['/notices', 'GET'],
        ['/sync/push', 'POST'],
      ] as const) {
        const answer = await ask(strict, path, contract, method)
        expect([answer.status, await answer.json()]).toMatchObject([
          426,
          { code: 'client_too_old' },
        ])
      }
      const policy = await ask(strict, clientPolicyCall.path, contract)
      expect([policy.status, await policy.json()]).toEqual([200, { minContract: 1 }])
      expect((await ask(strict, '/health/ready', contract)).status).toBe(200)
    }
    expect((await ask(strict, '/notices', String(contractVersion))).status).toBe(200)
    expect((await ask(strict, '/notices', '99')).status).toBe(200)
  })

  test('of a build from before there were numbers puts off what it writes, and lets it read', async () => {
    const pushed = await ask(strict, '/sync/push', undefined, 'POST')
    expect([pushed.status, pushed.headers.get('retry-after')]).toEqual([503, '3600'])
    expect((await ask(strict, '/notices', undefined)).status).toBe(200)
  })
})
