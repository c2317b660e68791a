import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resetCodeLifeMs } from '#contract/account/recovery.ts'
import { passwordResets } from '#server/db/schema/account.ts'
import { rateLimits } from '#server/db/schema/upkeep.ts'
import {
  requestsPerAddressMax,
  requestsPerDayMax,
  requestsPerHourMax,
  triesPerAddressMax,
} from '#server/features/account/recovery/recovery.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { addPerson, addSession } from '#tests/support/people.ts'
import { askForCode, otherCode } from '#tests/support/recovery.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { addPersonWithPassword, turnOnSecondFactor } from '#tests/support/second-factor.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const invalidCode = { code: 'invalid_code', message: 'Invalid or expired code. Please try again.' }

const ownPassword = 'Mine-Again-Pass1!'
const forgotten = await hash('Forgotten-Pass1!', argon2Cost)

describe.each(databasesUnderTest())('a forgotten password, on %s', (kind) => {
  let nowMs = testNoonMs
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs, trustedProxyHops: 1 })
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    await open.database.orm.delete(rateLimits)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const person = async () => (await addPerson(open.database, { passwordHash: forgotten })).user
  const ask = (email: string, address = '192.0.2.1') =>
    call(
      server.origin,
      'forgotPassword',
      { body: { email } },
      { headers: { 'x-forwarded-for': address } },
    )
  const reset = (otp: string, cookie: string, more: Record<string, string> = {}) =>
    call(
      server.origin,
      'resetPassword',
      { body: { otp, newPassword: goodPassword } },
      { headers: { cookie, ...more } },
    )
  const login = (email: string, password: string, address = '192.0.2.1') =>
    call(
      server.origin,
      'login',
      { body: { email, password } },
      { headers: { 'x-forwarded-for': address } },
    )

  test('is set anew with the code from the message, once, and every session ends', async () => {
    const { id, email } = await person()
    const tokens = [await addSession(open.database, id), await addSession(open.database, id)]
    const stream = await openLiveStream(server.origin, tokens[0])
    expect(await stream.next()).toMatchObject({ type: 'resync' })
    const { code, cookie } = await askForCode(server, email.toUpperCase())
    const done = await reset(code, cookie)
    expect(await stream.next()).toBeUndefined()
    expect(done.reply.message).toBe('Your password was changed. Please log in.')
    expect(done.headers.get('set-cookie')).toMatch(/^zync-reset=; .*Max-Age=0/)
    for (const token of tokens) {
      const answer = await call(server.origin, 'checkTrackers', { query: {} }, { token })
      expect(answer.status).toBe(401)
    }
    expect((await login(email, goodPassword)).status).toBe(200)
    expect((await reset(code, cookie)).problem).toEqual(invalidCode)
  })

  test('is answered alike for people and for nobody, with a cookie for the reset alone', async () => {
    const { email } = await person()
    const suspended = await addPerson(open.database, { suspendedAt: new Date(0) })
    const before = server.mails.length
    const known = await ask(email)
    const others = [await ask('nobody@example.org'), await ask(suspended.user.email)]
    for (const { status, reply, headers } of [known, ...others]) {
      expect([status, reply]).toEqual([200, known.reply])
      expect(headers.get('set-cookie')).toMatch(
        /^zync-reset=[\w-]{43}; Path=\/api\/auth\/reset-password; Max-Age=600; HttpOnly; SameSite=Strict$/,
      )
    }
    expect(server.mails.slice(before).map(({ to }) => to)).toEqual([email])
    // A row each, so that the same work was done; nobody's has nobody's name on it.
    const rows = await open.database.orm.select().from(passwordResets)
    expect(rows.filter(({ userId }) => userId === null)).toHaveLength(2)
  })

  test('has a cookie over HTTPS alone in production', async () => {
    const production = await startTestServer(open.database, { production: true })
    const body = { email: 'nobody@example.org' }
    const { headers } = await call(production.origin, 'forgotPassword', { body })
    expect(headers.get('set-cookie')).toMatch(/; Secure$/)
    await production.close()
  })

  test('takes five tries of a code, and not the right one at the sixth', async () => {
    const { email } = await person()
    const { code, cookie } = await askForCode(server, email)
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await reset(otherCode(code, guess), cookie)).problem).toEqual(invalidCode)
    }
    expect((await reset(code, cookie)).problem).toEqual(invalidCode)
    expect((await login(email, goodPassword)).status).toBe(401)
  })

  test('counts tries that come at once', async () => {
    const { email } = await person()
    const { code, cookie } = await askForCode(server, email)
    const guesses = Array.from({ length: 12 }, (_, guess) => reset(otherCode(code, guess), cookie))
    await Promise.all(guesses)
    const [row] = await open.database.orm
      .select()
      .from(passwordResets)
      .where(eq(passwordResets.tries, 5))
    expect(row).toBeDefined()
    expect((await reset(code, cookie)).problem).toEqual(invalidCode)
  })

  test('takes the right code at the fifth try', async () => {
    const { email } = await person()
    const { code, cookie } = await askForCode(server, email)
    for (let guess = 0; guess < 4; guess += 1) await reset(otherCode(code, guess), cookie)
    expect((await reset(code, cookie)).status).toBe(200)
  })

  test('is set by one of several that come at once with the right code', async () => {
    const { email } = await person()
    const { code, cookie } = await askForCode(server, email)
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(code, cookie)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400, 400,
    ])
  })

  test.each([
    ['without its cookie', ''],
    ['with a cookie of our making', `zync-reset=${'a'.repeat(43)}`],
    ['with an empty cookie', 'zync-reset='],
  ])('takes no code %s', async (_, cookie) => {
    const { email } = await person()
    const asked = await askForCode(server, email)
    expect((await reset(asked.code, cookie)).problem).toEqual(invalidCode)
    expect((await reset(asked.code, asked.cookie)).status).toBe(200)
  })

  test('takes no code in another browser, nor that of another request', async () => {
    const { email } = await person()
    const first = await askForCode(server, email)
    const elsewhere = await askForCode(server, (await person()).email)
    expect((await reset(first.code, elsewhere.cookie)).problem).toEqual(invalidCode)
    const second = await askForCode(server, email)
    expect((await reset(otherCode(second.code, 0), second.cookie)).problem).toEqual(invalidCode)
    expect((await reset(first.code, first.cookie)).status).toBe(200)
    expect((await reset(second.code, second.cookie)).problem).toEqual(invalidCode)
  })

  test('takes no code after ten minutes', async () => {
    const { email } = await person()
    const { code, cookie } = await askForCode(server, email)
    nowMs += resetCodeLifeMs
    expect((await reset(code, cookie)).problem).toEqual(invalidCode)
    nowMs -= 1
    expect((await reset(code, cookie)).status).toBe(200)
  })

  test('gives an email back whose registrant never confirmed it, without their second factor', async () => {
    const stranger = await addPersonWithPassword(open.database, {
      userType: 'ServiceProvider',
      emailConfirmedAt: null,
    })
    const { email } = stranger.user
    await turnOnSecondFactor(server.origin, stranger, nowMs)
    expect((await login(email, goodPassword)).problem.code).toBe('second_factor_required')
    const { code, cookie } = await askForCode(server, email)
    const body = { otp: code, newPassword: ownPassword }
    await call(server.origin, 'resetPassword', { body }, { headers: { cookie } })
    expect((await login(email, ownPassword)).status).toBe(200)
    expect((await login(email, goodPassword)).status).toBe(401)
  })

  test('wastes no try on a password that is not taken, and says why', async () => {
    const { email } = await person()
    const { code, cookie } = await askForCode(server, email)
    for (let time = 0; time < 6; time += 1) {
      const body = { otp: code, newPassword: 'weak' }
      const answer = await call(server.origin, 'resetPassword', { body }, { headers: { cookie } })
      expect(answer.problem.fields?.['newPassword']).toContain('at least 8 characters')
    }
    const short = { otp: '12345', newPassword: goodPassword }
    const answer = await call(
      server.origin,
      'resetPassword',
      { body: short },
      { headers: { cookie } },
    )
    expect(answer.problem.fields).toEqual({ otp: 'Please enter the complete 6-digit code' })
    expect((await reset(code, cookie)).status).toBe(200)
  })

  test('stands nowhere as a code or a cookie', async () => {
    const { email } = await person()
    const { code, cookie } = await askForCode(server, email)
    const rows = JSON.stringify(await open.database.orm.select().from(passwordResets))
    expect(rows).not.toContain(`"${code}"`)
    expect(rows).not.toContain(cookie.split('=')[1])
  })

  test('ends the guesses of strangers at the login, for its owner', async () => {
    const { email } = await person()
    for (let guess = 0; guess < 12; guess += 1) await login(email, 'Wrong-Pass1!', '203.0.113.9')
    expect((await login(email, 'Wrong-Pass1!', '198.51.100.7')).status).toBe(429)
    const { code, cookie } = await askForCode(server, email)
    await reset(code, cookie, { 'x-forwarded-for': '198.51.100.7' })
    expect((await login(email, goodPassword, '198.51.100.7')).status).toBe(200)
  })

  test('can be asked for so often an hour and a day, by people and by nobody', async () => {
    for (const email of [(await person()).email, 'nobody@example.org']) {
      for (let time = 0; time < requestsPerHourMax; time += 1) {
        expect((await ask(email, `192.0.2.${time}`)).status).toBe(200)
      }
      expect((await ask(email.toUpperCase(), '192.0.2.99')).problem.code).toBe('rate_limited')
    }
    expect(requestsPerDayMax).toBeLessThan(requestsPerHourMax * 24)
  })

  test('can be asked for at home when strangers have used up the count', async () => {
    const { email } = await person()
    const { code, cookie } = await askForCode(server, email)
    await reset(code, cookie, { 'x-forwarded-for': '198.51.100.7' })
    for (let time = 0; time < requestsPerHourMax; time += 1) await ask(email, '203.0.113.9')
    expect((await ask(email, '203.0.113.9')).status).toBe(429)
    expect((await ask(email, '198.51.100.7')).status).toBe(200)
  })

  test('stops an address that asks for many, or tries many codes', async () => {
    for (let time = 0; time < requestsPerAddressMax; time += 1) {
      await ask(`person${time}@example.org`, '203.0.113.5')
    }
    expect((await ask('one@example.org', '203.0.113.5')).problem.code).toBe('rate_limited')
    for (let time = 0; time < triesPerAddressMax; time += 1) {
      await reset('000000', '', { 'x-forwarded-for': '203.0.113.5' })
    }
    const stopped = await reset('000000', '', { 'x-forwarded-for': '203.0.113.5' })
    expect(stopped.problem.code).toBe('rate_limited')
  })
})
