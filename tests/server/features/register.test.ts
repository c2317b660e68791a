import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/account.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  filePart,
  goodPassword,
  registration,
  registrationFields,
} from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('registering, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const register = (given: Parameters<typeof registrationFields>[0] = {}) =>
    call(server.origin, 'registerAdolescent', registration(given))

  async function stored(email: string) {
    return open.database.orm.select().from(users).where(eq(users.email, email))
  }

  test.each([
    [{ 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.5' }, 'ar'],
    [{ 'accept-language': 'de,fr;q=0.3' }, 'fr'],
    [{ 'accept-language': 'tlh, *;q=0.1' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'a=b; lang=ar-u-nu-arab' }, 'ar'],
    [{ 'accept-language': 'fr', cookie: 'lang=%00tlh' }, 'fr'],
    [{ 'accept-language': 'x'.repeat(4_000) }, 'en'],
    [{}, 'en'],
  ])('by a browser that says %j speaks to the person in %s', async (headers, language) => {
    const name = `speaks-${crypto.randomUUID().slice(0, 8)}`
    const given = registration({ email: `${name}@example.org`, username: name })
    await call(server.origin, 'registerAdolescent', given, { headers })
    expect((await stored(given.body.email))[0]?.language).toBe(language)
  })

  test('makes a plain account that can log in', async () => {
    const { body, files } = registration({ email: 'Lina@Example.org', username: 'lina' })
    const extra = {
      role: 'superAdmin',
      userT: 'ServiceProvider',
      verifiedAt: '2026-01-01',
      score: '99',
      specialization: 'Psychotherapist',
      ['__proto__']: 'polluted',
      constructor: 'polluted',
    }
    const made = await call(server.origin, 'registerAdolescent', {
      body: { ...body, ...extra },
      files,
    })
    expect(made.reply.userPayload).toEqual({
      _id: made.reply.userPayload._id,
      userT: 'Adolescent',
      firstname: 'New',
      lastname: 'Person',
    })
    const [user] = await stored('lina@example.org')
    expect(user).toMatchObject({
      userType: 'Adolescent',
      role: null,
      verifiedAt: null,
      score: 0,
      shareScore: false,
      specialization: null,
      phoneNumber: '+201234567890',
    })
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)

    const login = await call(server.origin, 'login', {
      body: { email: 'LINA@example.org', password: goodPassword },
    })
    expect(login.reply.userPayload._id).toBe(user?.id)
  })

  test('refuses an e-mail or username in use, in any case, and says which', async () => {
    await register({ email: 'taken@example.org', username: 'Taken' })
    const email = await register({ email: 'TAKEN@example.org', username: 'free' })
    expect(email.status).toBe(409)
    expect(email.problem).toMatchObject({
      code: 'email_taken',
      fields: { email: 'This email is already in use.' },
    })
    const username = await register({ email: 'free@example.org', username: 'tAKEN' })
    expect(username.problem).toMatchObject({
      code: 'username_taken',
      fields: { username: 'This username is already in use.' },
    })
  })

  test('lets one of several that come at once have the name', async () => {
    const answers = await Promise.all(
      // As many as one address may have under way.
      Array.from({ length: 3 }, (_, index) =>
        register({ email: `race${index}@example.org`, username: 'race' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409])
  })

  test.each([
    [
      'a child under 13',
      { birthDate: '2013-06-16' },
      { birthDate: 'You must be at least 13 years old' },
    ],
    [
      'a birth date to come',
      { birthDate: '2027-01-01' },
      { birthDate: 'Birth date cannot be in the future' },
    ],
    [
      'a day that does not exist',
      { birthDate: '2010-02-30' },
      { birthDate: 'birthDate is required' },
    ],
    ['a state of another country', { state: 'Ontario' }, { state: 'state is required' }],
    [
      'a weak password',
      { password: 'weakweak', confirmPassword: 'weakweak' },
      {
        password:
          'Password must be at least 8 characters and include uppercase, lowercase, number, and special character',
      },
    ],
    [
      'another confirmation',
      { confirmPassword: 'Right-Pass2!' },
      { confirmPassword: 'Passwords do not match' },
    ],
    [
      'a short number',
      { phoneNumber: '+20 12345' },
      { phoneNumber: 'Egypt phone number must be 10 digits' },
    ],
    ['a name too long', { firstname: 'x'.repeat(81) }, { firstname: 'At most 80 characters' }],
  ] as const)('refuses %s, and stores nothing', async (_, given, fields) => {
    const { status, problem } = await register({ ...given, email: 'refused@example.org' })
    expect([status, problem.code, problem.fields]).toEqual([400, 'invalid_input', fields])
    expect(await stored('refused@example.org')).toEqual([])
  })

  test('refuses a file that nobody asked for by the name of its field', async () => {
    const { body, files } = registration({ email: 'stray@example.org', username: 'stray' })
    const stray = { ...files, resume: filePart('cv'), ['__proto__']: filePart('x') }
    const answer = await call(server.origin, 'registerAdolescent', { body, files: stray })
    expect(answer.problem).toMatchObject({
      code: 'invalid_file',
      fields: { resume: 'Files are not taken here.' },
    })
    expect(await stored('stray@example.org')).toEqual([])
  })

  test('refuses a form that cannot be read', async () => {
    const bad = [
      ['multipart/form-data', 'invalid_input'],
      ['multipart/form-data; boundary=x', 'upload_incomplete'],
    ] as const
    for (const [type, code] of bad) {
      const answer = await problemOf(server.origin, '/auth/register/Adolescent', {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'not a form',
      })
      expect([type, answer.status, answer.problem.code]).toEqual([type, 400, code])
    }
  })

  test('answers 404 for a user type that does not exist', async () => {
    const answer = await problemOf(server.origin, '/auth/register/superAdmin', { method: 'POST' })
    expect(answer.problem.code).toBe('not_found')
  })
})
