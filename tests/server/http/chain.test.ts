import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pushBytesMax } from '#contract/sync/api.ts'
import { asProblem } from '#server/http/routing/problem.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('a request that cannot be answered, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let person: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    person = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const json = (body: string, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${person.token}`,
      ...headers,
    },
    body,
  })

  test('is 404 at an address that nothing has', async () => {
    for (const path of ['', '/', '/nothing', '/auth/register/Wizard', '/trackers/']) {
      const answer = await problemOf(server.origin, path, { method: 'POST' })
      expect([path, answer.status, answer.problem.code]).toEqual([path, 404, 'not_found'])
    }
  })

  test('is 405 with the methods that the address knows', async () => {
    const login = await problemOf(server.origin, '/auth/login', { method: 'GET' })
    expect(login.problem.code).toBe('method_not_allowed')
    expect(login.headers.get('allow')).toBe('POST')
    const check = await problemOf(server.origin, '/trackers/check', { method: 'DELETE' })
    expect(check.status).toBe(405)
    expect(check.headers.get('allow')).toBe('GET, HEAD')
  })

  test('is 401 without a token that stands for somebody', async () => {
    const garbage = ['', 'x', 'Bearer', 'Bearer short', `Basic ${person.token}`]
    const unknown = `Bearer ${person.token.split('').toReversed().join('')}`
    for (const authorization of [...garbage, unknown, `Bearer ${person.token}x`]) {
      const answer = await problemOf(server.origin, '/trackers/check', {
        headers: { authorization },
      })
      expect([authorization, answer.status]).toEqual([authorization, 401])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect((await problemOf(server.origin, '/trackers/check', {})).status).toBe(401)
  })

  test('is 415 for a body of another kind', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']
    for (const type of types) {
      const answer = await problemOf(
        server.origin,
        '/auth/login',
        json('{}', { 'content-type': type }),
      )
      expect([type, answer.problem.code]).toEqual([type, 'unsupported_media_type'])
    }
  })

  test('is 400 for a body that is not JSON', async () => {
    for (const body of ['', '{', '{"email":', 'null x', '{"password":"s3cret!"']) {
      const answer = await problemOf(server.origin, '/auth/login', json(body))
      expect([body, answer.problem]).toEqual([
        body,
        { code: 'malformed_json', message: 'The request body is not valid JSON.' },
      ])
    }
  })

  test('is 400 with a text for each field, and nothing of the input', async () => {
    const secret = 'hunter2-hunter2'
    const body = JSON.stringify({ email: [secret], password: { secret }, role: secret })
    const { status, problem } = await problemOf(server.origin, '/auth/login', json(body))
    expect(status).toBe(400)
    expect(problem.fields).toEqual({
      email: 'email is not valid',
      password: 'password is not valid',
      role: 'This field is not known.',
    })
    expect(JSON.stringify(problem)).not.toContain(secret)
  })

  test("carries the schemas' own texts", async () => {
    const { problem } = await call(server.origin, 'login', {
      body: { email: 'not an address', password: 'short' },
    })
    expect(problem.fields).toEqual({
      email: 'Invalid email format',
      password: 'Password must be at least 8 characters',
    })
  })

  test('is 400 for JSON of any other shape', async () => {
    for (const body of [
      'null',
      '[]',
      '"text"',
      '7',
      'true',
      '['.repeat(5_000) + ']'.repeat(5_000),
    ]) {
      const answer = await problemOf(server.origin, '/trackers', json(body))
      expect([body.slice(0, 9), answer.problem.code]).toEqual([body.slice(0, 9), 'invalid_input'])
    }
  })

  test('is 400 for a text that no column can hold, should one ever get as far as that', () => {
    const refusal = Object.assign(new Error('invalid byte sequence'), { code: '22021' })
    expect(asProblem(refusal).body.code).toBe('invalid_input')
  })

  test('is read without what nobody sees in it', async () => {
    const { problem } = await call(server.origin, 'login', {
      body: { email: 'nul\u0000@example.org', password: 'Long-enough1!' },
    })
    expect(problem.code).toBe('wrong_credentials')
  })

  test('is 413 for a body above the limit of its call, sooner than it is read', async () => {
    const tenMegabytes = 'x'.repeat(10 * 1024 * 1024)
    for (const path of ['/auth/login', '/trackers', '/sync/push', '/auth/logout']) {
      const answer = await problemOf(server.origin, path, json(tenMegabytes))
      expect([path, answer.problem.code]).toEqual([path, 'body_too_large'])
    }
    const form = new FormData()
    form.set('email', tenMegabytes)
    const register = { method: 'POST', body: form }
    expect((await problemOf(server.origin, '/auth/register/Adolescent', register)).status).toBe(413)
    const push = await problemOf(server.origin, '/sync/push', json('x'.repeat(pushBytesMax + 1)))
    expect(push.status).toBe(413)
    const allowed = await problemOf(server.origin, '/sync/push', json('x'.repeat(pushBytesMax)))
    expect(allowed.problem.code).toBe('malformed_json')
  })

  test('is 411 for a body that does not say how long it is', async () => {
    const status = await sendChunked(server.origin, '/api/trackers', person.token)
    expect(status).toBe(411)
  })

  test('without a body is no body of unknown length', async () => {
    const authorization = `Bearer ${person.token}`
    const remove = async (headers: Record<string, string>) => {
      const answer = await problemOf(server.origin, '/me', { method: 'DELETE', headers })
      return [answer.status, answer.problem.code]
    }
    expect(await remove({})).toEqual([401, 'unauthenticated'])
    expect(await remove({ authorization })).toEqual([415, 'unsupported_media_type'])
    const typed = { authorization, 'content-type': 'application/json' }
    expect(await remove(typed)).toEqual([400, 'malformed_json'])
    const form = { authorization, 'content-type': 'multipart/form-data; boundary=x' }
    const image = { method: 'PATCH', headers: form }
    const sent = await problemOf(server.origin, `/user/${person.id}/profileImg`, image)
    expect(sent.status).toBe(400)
  })

  test('says who it was by an id of ours, and lets nothing be cached', async () => {
    const sent = { headers: { 'x-request-id': 'mine' } }
    const first = await problemOf(server.origin, '/nothing', sent)
    const second = await problemOf(server.origin, '/nothing', sent)
    expect(first.headers.get('x-request-id')).toMatch(/^[\da-f]{10}-\w+$/)
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

/** Node frames a body without a length in chunks. */
function sendChunked(origin: string, path: string, token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const sent = request(origin + path, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    sent.on('error', reject)
    sent.write('{"trackerType":')
    sent.end('"Mood"}')
  })
}
