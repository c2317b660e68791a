import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { answerOf } from '#tests/support/ops.ts'
import { addPerson } from '#tests/support/people.ts'
import { askForCode } from '#tests/support/recovery.ts'
import { filePart, goodPassword, registration } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('the log, on %s', (kind) => {
  const lines: string[] = []
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    // Without the time, whose digits may be those of a code.
    const log = pino(
      { level: 'trace', timestamp: false },
      { write: (line: string) => lines.push(line) },
    )
    server = await startTestServer(open.database, { log })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  test('has a line for each request, with the pattern of its path and the id of its answer', async () => {
    const { id, token } = await addPerson(open.database)
    const answer = await call(server.origin, 'getUser', { params: { id } }, { token })
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      req: answer.headers.get('x-request-id'),
      method: 'GET',
      route: '/auth/user/{id}',
      status: 200,
      ms: expect.any(Number),
    })
  })

  test('has a line for a look at health at debug, as a proxy looks each second, and for one that is refused at info', async () => {
    const { debug, info } = pino.levels.values
    const look = async () => {
      const { status } = await fetch(`${server.origin}/api/health/ready`)
      const line: unknown = JSON.parse(lines.at(-1) ?? '')
      return { status, line }
    }
    const line = { route: '/health/ready', status: 200, level: debug }
    expect(await look()).toMatchObject({ status: 200, line })
    server.lifecycle.draining = true
    const refused = { ...line, status: 503, level: info }
    expect(await look()).toMatchObject({ status: 503, line: refused })
    server.lifecycle.draining = false
  })

  test('tells nothing of people, whatever goes well or wrong', async () => {
    const person = await addPerson(open.database)
    const { email } = person.user
    const { token } = person
    await call(server.origin, 'login', { body: { email, password: goodPassword } })
    await call(server.origin, 'registerAdolescent', registration())
    await call(server.origin, 'registerAdolescent', registration())
    const nul = registration({ firstname: 'Nul\u0000', email: 'nul@example.org', username: 'nul' })
    await call(server.origin, 'registerAdolescent', nul)
    await call(server.origin, 'getUser', { params: { id: person.id } }, { token })
    const { code, cookie } = await askForCode(server, email)
    const wrong = { otp: '000000', newPassword: goodPassword }
    await call(server.origin, 'resetPassword', { body: wrong }, { headers: { cookie } })
    const params = { id: person.id }
    const bio = { bio: 'My secret bio' }
    await call(server.origin, 'updateBio', { params, body: bio }, { token })
    const files = { profileImg: filePart('not a picture', 'me-at-home.png') }
    await call(server.origin, 'updateProfileImage', { params, body: {}, files }, { token })
    await call(server.origin, 'exportMyData', {}, { token })
    await problemOf(server.origin, `/people/${email}?token=${token}`, {})
    await open.database.pool.query('alter table tracker_entries rename to gone')
    const failed = await call(server.origin, 'recordTracker', { body: answerOf() }, { token })
    await open.database.pool.query('alter table gone rename to tracker_entries')

    expect(failed.problem).toEqual({
      code: 'internal',
      message: 'Failed to submit answer',
    })
    const log = lines.join('')
    expect(log).toContain('request failed')
    const secrets = [
      person.id,
      email,
      token,
      goodPassword,
      'new.person',
      'Nul',
      '127.0.0.1',
      'happy',
      code,
      cookie.split('=')[1] ?? '',
      'secret bio',
      'me-at-home',
    ]
    for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false])
  })
})
