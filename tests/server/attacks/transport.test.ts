import { afterAll, beforeAll, expect, test } from 'vitest'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let open: TestDatabase
let production: TestServer
let development: TestServer

beforeAll(async () => {
  open = await openTestDatabase(databasesUnderTest()[0] ?? 'embedded')
  production = await startTestServer(open.database, { production: true })
  development = await startTestServer(open.database)
})
afterAll(async () => {
  await production.close()
  await development.close()
  await open.drop()
})

const requests: readonly (readonly [string, RequestInit])[] = [
  ['/', {}],
  ['/missing.js', {}],
  ['/dashboard', { method: 'POST' }],
  ['/api/health/ready', {}],
  ['/api/surveys', {}],
  ['/api/nothing', {}],
  ['/api/events', {}],
  ['/api/auth/login', { method: 'POST', body: 'not json' }],
  ['/api/auth/register/Parent', { method: 'POST', body: new FormData() }],
  ['/api/payment/webhook', { method: 'POST', body: '{}' }],
  ['/api/docs', {}],
]

test.each(requests)(
  '%s asks for HTTPS, here and below, in production alone',
  async (path, init) => {
    const answer = await fetch(production.origin + path, init)
    expect(answer.headers.get('strict-transport-security')).toBe(
      'max-age=63072000; includeSubDomains',
    )
    const plain = await fetch(development.origin + path, init)
    expect(plain.headers.get('strict-transport-security')).toBeNull()
  },
)

test('the cookie of a reset is one that only HTTPS can set, in production', async () => {
  const body = JSON.stringify({ email: 'nobody@example.org' })
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body }
  const answer = await fetch(`${production.origin}/api/auth/forgot-password`, init)
  expect(answer.headers.get('set-cookie')).toMatch(/^__Secure-zync-reset=.*; Secure$/)
})

test('a login looks once at what is no e-mail, however long it is', async () => {
  // Looked at anew from each of its dots, so many of these would take longer than a test may.
  const email = `a@${'.'.repeat(16_000)}@`
  const body = JSON.stringify({ email, password: 'Right-Pass1!' })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  for (let time = 0; time < 500; time += 1) {
    const answer = await fetch(`${development.origin}/api/auth/login`, init)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { fields: { email: 'Invalid email format' } },
    ])
  }
})
