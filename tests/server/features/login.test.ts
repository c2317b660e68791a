import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/account.ts'
import { rateLimits } from '#server/db/schema/upkeep.ts'
import { sessionsPerPersonMax } from '#server/features/account/account.sql.ts'
import {
  accountFailuresMax,
  accountPassesMax,
  addressFailuresMax,
} from '#server/features/account/sign-in/login-limits.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson } from '#tests/support/people.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const goodHash = await hash(goodPassword, argon2Cost)
/** Comes while the queue for hashes is full. */
const tooMany = 'Too-Many-1!'

describe.each(databasesUnderTest('both'))('logging in, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    // Hashing is another test's business: here a password matches when it is the right one.
    const passwords = {
      hash: async () => goodHash,
      matches: async (given: string, stored: string | undefined) => {
        if (given === tooMany) throw new ProblemError('busy', { retryAfterSeconds: 1 })
        return stored === goodHash && given === goodPassword
      },
    }
    server = await startTestServer(open.database, { passwords, trustedProxyHops: 1 })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const login = (email: string, password: string, address = '192.0.2.1') =>
    call(
      server.origin,
      'login',
      { body: { email, password } },
      { headers: { 'x-forwarded-for': address } },
    )

  test('gives every wrong try the same reply', async () => {
    const known = await addPerson(open.database, { passwordHash: goodHash })
    const suspended = await addPerson(open.database, {
      passwordHash: goodHash,
      suspendedAt: new Date(0),
    })
    const tries = [
      await login('nobody@example.org', goodPassword),
      await login(known.user.email, 'Wrong-Pass1!'),
      await login(suspended.user.email, goodPassword),
    ]
    for (const { status, problem } of tries) {
      expect([status, problem]).toEqual([
        401,
        { code: 'wrong_credentials', message: 'Wrong email or password.' },
      ])
    }
  })

  test('gives a token that is stored nowhere', async () => {
    const person = await addPerson(open.database, { passwordHash: goodHash })
    const { reply } = await login(person.user.email, goodPassword)
    expect(reply.token).toMatch(/^[\w-]{43}$/)
    const me = await call(server.origin, 'getUser', { params: { id: person.id } }, reply)
    expect(me.reply.view).toBe('full')
    const { rows } = await open.database.pool.query('select * from sessions')
    expect(JSON.stringify(rows)).not.toContain(reply.token)
  })

  test('stops guesses at one account, also with the right password, and says for how long', async () => {
    const { email } = (await addPerson(open.database, { passwordHash: goodHash })).user
    for (let guess = 0; guess < accountFailuresMax; guess += 1) {
      expect((await login(email, 'Wrong-Pass1!', `192.0.2.${guess}`)).status).toBe(401)
    }
    const stopped = await login(email.toUpperCase(), goodPassword, '192.0.2.99')
    expect(stopped.problem.code).toBe('rate_limited')
    const waitSeconds = Number(stopped.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(15 * 60)
  })

  test('lets strangers lock nobody out of an address they have logged in from', async () => {
    const { email } = (await addPerson(open.database, { passwordHash: goodHash })).user
    const home = '198.51.100.7'
    expect((await login(email, goodPassword, home)).status).toBe(200)
    for (let guess = 0; guess <= accountFailuresMax; guess += 1) {
      await login(email, 'Wrong-Pass1!', `192.0.2.${guess}`)
    }
    expect((await login(email, goodPassword, '192.0.2.200')).status).toBe(429)
    expect((await login(email, goodPassword, home)).status).toBe(200)
  })

  test('stops an address that tries many accounts, and no other', async () => {
    for (let guess = 0; guess < addressFailuresMax; guess += 1) {
      await login(`person${guess}@example.org`, goodPassword, '203.0.113.5')
    }
    expect((await login('one@example.org', goodPassword, '203.0.113.5')).status).toBe(429)
    expect((await login('one@example.org', goodPassword, '203.0.113.6')).status).toBe(401)
  })

  test('counts no login that went well', async () => {
    const { email } = (await addPerson(open.database, { passwordHash: goodHash })).user
    for (let time = 0; time < accountFailuresMax + 3; time += 1) {
      expect((await login(email, goodPassword)).status).toBe(200)
    }
  })

  test('lets one account log in only so often, from all its devices together', async () => {
    const { id, email } = (await addPerson(open.database, { passwordHash: goodHash })).user
    for (let time = 0; time < accountPassesMax; time += 1) {
      expect(
        (await login(email, goodPassword, `198.18.${Math.floor(time / 250)}.${time % 250}`)).status,
      ).toBe(200)
    }
    const stopped = await login(email, goodPassword, '198.18.9.1')
    expect(stopped.problem.code).toBe('rate_limited')
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await open.database.orm.$count(sessions, eq(sessions.userId, id))).toBe(
      sessionsPerPersonMax,
    )
  })

  test('counts no login that found the queue full', async () => {
    const { email } = (await addPerson(open.database, { passwordHash: goodHash })).user
    for (let time = 0; time < accountFailuresMax + 3; time += 1) {
      expect((await login(email, tooMany)).problem.code).toBe('busy')
    }
    expect((await login(email, goodPassword)).status).toBe(200)
  })

  test('lets none of many wrong passwords at once past the limit', async () => {
    const { email } = (await addPerson(open.database, { passwordHash: goodHash })).user
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => login(email, 'Wrong-Pass1!', '192.0.2.77')),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(accountFailuresMax)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50 - accountFailuresMax)
  })

  test('keeps no e-mail and no address in the counts', async () => {
    await login('someone@example.org', 'Wrong-Pass1!', '203.0.113.9')
    const counts = JSON.stringify(await open.database.orm.select().from(rateLimits))
    expect(counts).toContain('login-account')
    expect(counts).not.toMatch(/someone|203\.0\.113/)
  })
})
