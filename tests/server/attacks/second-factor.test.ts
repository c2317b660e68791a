import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolmentLifeMs, recoveryCodesMax } from '#contract/account/second-factor.ts'
import type { Api } from '#contract/api.ts'
import type { CallInput } from '#contract/endpoint.ts'
import {
  codeFailuresMax,
  codeWindowSeconds,
} from '#server/features/account/two-step/second-factors.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { askForCode } from '#tests/support/recovery.ts'
import { goodPassword } from '#tests/support/registration.ts'
import {
  addPersonWithPassword,
  codeAt,
  stepMs,
  turnOnSecondFactor,
  wrongCode,
  type SecondFactorOf,
} from '#tests/support/second-factor.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const wrongPassword = 'Wrong-Pass1!'

describe.each(databasesUnderTest())('a second factor, on %s', (kind) => {
  const lines: string[] = []
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    server = await startTestServer(open.database, { now: () => nowMs, log, trustedProxyHops: 1 })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  /** Somebody with a second factor, whose next code comes with the next step. */
  async function protectedPerson(): Promise<{ person: SignedIn; factor: SecondFactorOf }> {
    const person = await addPersonWithPassword(open.database)
    const factor = await turnOnSecondFactor(server.origin, person, nowMs)
    nowMs += stepMs
    return { person, factor }
  }
  const login = (
    { user }: SignedIn,
    given: Partial<CallInput<Api['login']>['body']> = {},
    address = '192.0.2.1',
  ) =>
    call(
      server.origin,
      'login',
      { body: { email: user.email, password: goodPassword, ...given } },
      { headers: { 'x-forwarded-for': address } },
    )
  const isSignedIn = async (token: string) =>
    (await call(server.origin, 'listSessions', {}, { token })).status === 200

  test('asks for a code after the right password alone, and lets in with it', async () => {
    const { person, factor } = await protectedPerson()
    const asked = await login(person)
    expect([asked.status, asked.problem]).toEqual([
      403,
      {
        code: 'second_factor_required',
        message: 'Enter the 6-digit code from your authenticator app.',
      },
    ])
    const guessed = await login(person, { password: wrongPassword })
    expect([guessed.status, guessed.problem.code]).toEqual([401, 'wrong_credentials'])
    const code = codeAt(factor.secret, nowMs)
    const inside = await login(person, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
    expect(await isSignedIn(inside.reply.token)).toBe(true)
  })

  test('being asked for the code counts as no failed login', async () => {
    const { person, factor } = await protectedPerson()
    for (let time = 0; time < 15; time += 1) await login(person)
    const inside = await login(person, { code: codeAt(factor.secret, nowMs) })
    expect(inside.status).toBe(200)
  })

  test('takes a code once, and none of an earlier step afterwards', async () => {
    const { person, factor } = await protectedPerson()
    nowMs += stepMs
    const code = codeAt(factor.secret, nowMs)
    const first = await login(person, { code })
    expect(first.status).toBe(200)
    const { problem } = await login(person, { code })
    expect(problem).toMatchObject({ code: 'invalid_code', fields: { code: expect.any(String) } })
    const before = codeAt(factor.secret, nowMs - stepMs)
    expect((await login(person, { code: before })).problem.code).toBe('invalid_code')
    const proof = { body: { password: goodPassword, code } }
    const replayed = await call(server.origin, 'proveSelf', proof, first.reply)
    expect(replayed.problem.code).toBe('invalid_code')
  })

  test('takes the same code from one of many who send it at once', async () => {
    const { person, factor } = await protectedPerson()
    const code = codeAt(factor.secret, nowMs)
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => login(person, { code }, `192.0.2.${at + 10}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    [-2, 400],
    [-1, 200],
    [1, 200],
    [2, 400],
  ])('answers a clock that is %i steps off with %i', async (steps, status) => {
    const { person, factor } = await protectedPerson()
    nowMs += 3 * stepMs
    const code = codeAt(factor.secret, nowMs + steps * stepMs)
    expect((await login(person, { code })).status).toBe(status)
  })

  test('takes no code and no recovery code of another person', async () => {
    const { person } = await protectedPerson()
    const other = await protectedPerson()
    const code = codeAt(other.factor.secret, nowMs)
    const [recoveryCode] = other.factor.recoveryCodes
    expect((await login(person, { code })).problem.code).toBe('invalid_code')
    expect((await login(person, { code: recoveryCode })).problem.code).toBe('invalid_code')
    // Moving the other's row over helps nobody who can write to the database: it is sealed for its person.
    await open.database.pool.query(
      `update second_factors set sealed_secret =
        (select sealed_secret from second_factors where user_id = $1) where user_id = $2`,
      [other.person.id, person.id],
    )
    nowMs += stepMs
    const moved = codeAt(other.factor.secret, nowMs)
    expect((await login(person, { code: moved })).problem.code).toBe('invalid_code')
    expect((await login(other.person, { code: recoveryCode })).status).toBe(200)
  })

  test('stops guesses at the code, from however many addresses, also with the right one', async () => {
    const { person, factor } = await protectedPerson()
    const code = wrongCode(factor.secret, nowMs)
    for (let guess = 0; guess < codeFailuresMax; guess += 1) {
      const address = `198.51.100.${guess}`
      expect((await login(person, { code }, address)).status).toBe(400)
      // The owner logs in from there too, as far as the count of logins knows.
      await open.database.pool.query(`delete from rate_limits where key like 'login-%'`)
    }
    const right = codeAt(factor.secret, nowMs)
    const stopped = await login(person, { code: right }, '198.51.100.99')
    expect(stopped.problem.code).toBe('rate_limited')
    const proof = { body: { password: goodPassword, code: right } }
    expect((await call(server.origin, 'proveSelf', proof, person)).problem.code).toBe(
      'rate_limited',
    )
    nowMs += codeWindowSeconds * 1_000
    const later = await login(person, { code: codeAt(factor.secret, nowMs) }, '198.51.100.99')
    expect(later.status).toBe(200)
  })

  test('lets in with a recovery code, however it is typed, and once', async () => {
    const { person, factor } = await protectedPerson()
    expect(new Set(factor.recoveryCodes).size).toBe(recoveryCodesMax)
    const [code = ''] = factor.recoveryCodes
    const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'L')
    const inside = await login(person, { code: typed })
    expect(inside.status).toBe(200)
    expect((await login(person, { code })).problem.code).toBe('invalid_code')
    const { reply } = await call(server.origin, 'getSecondFactor', {}, inside.reply)
    expect(reply).toEqual({
      status: 'on',
      required: false,
      recoveryCodesLeft: recoveryCodesMax - 1,
    })
  })

  test('voids the recovery codes before when there are new ones', async () => {
    const { person, factor } = await protectedPerson()
    const body = { password: goodPassword, code: codeAt(factor.secret, nowMs) }
    const renewed = await call(server.origin, 'renewRecoveryCodes', { body }, person)
    const [old] = factor.recoveryCodes
    const [fresh] = renewed.reply.recoveryCodes
    expect((await login(person, { code: old })).problem.code).toBe('invalid_code')
    expect((await login(person, { code: fresh })).status).toBe(200)
  })

  test('is turned on, renewed and turned off by nobody who has the session alone', async () => {
    const stolen = await addPersonWithPassword(open.database)
    const withWrong = { body: { password: wrongPassword } }
    const begun = await call(server.origin, 'beginSecondFactor', withWrong, stolen)
    expect(begun.problem).toMatchObject({
      code: 'wrong_password',
      fields: { password: expect.any(String) },
    })
    const confirmed = await call(
      server.origin,
      'confirmSecondFactor',
      { body: { code: '123456' } },
      stolen,
    )
    expect(confirmed.problem.code).toBe('wrong_state')

    const { person, factor } = await protectedPerson()
    const code = codeAt(factor.secret, nowMs)
    for (const name of ['renewRecoveryCodes', 'endSecondFactor'] as const) {
      const withoutPassword = { body: { password: wrongPassword, code } }
      const withoutCode = { body: { password: goodPassword } }
      expect((await call(server.origin, name, withoutPassword, person)).problem.code).toBe(
        'wrong_password',
      )
      expect((await call(server.origin, name, withoutCode, person)).problem.code).toBe(
        'second_factor_required',
      )
    }
    const again = { body: { password: goodPassword } }
    expect((await call(server.origin, 'beginSecondFactor', again, person)).problem.code).toBe(
      'wrong_state',
    )
    expect((await login(person, { code })).status).toBe(200)
  })

  test('is asked for nowhere before its first code has come back, which has to be soon', async () => {
    const person = await addPersonWithPassword(open.database)
    const body = { password: goodPassword }
    const first = (await call(server.origin, 'beginSecondFactor', { body }, person)).reply
    expect((await login(person)).status).toBe(200)
    const { secret, uri } = (await call(server.origin, 'beginSecondFactor', { body }, person)).reply
    expect(uri).toMatch(/^otpauth:\/\/totp\/Zync:/)
    const confirm = (code: string) =>
      call(server.origin, 'confirmSecondFactor', { body: { code } }, person)
    expect((await confirm(codeAt(first.secret, nowMs))).problem).toMatchObject({
      code: 'invalid_code',
      fields: { code: expect.any(String) },
    })
    nowMs += enrolmentLifeMs + 1
    const late = await confirm(codeAt(secret, nowMs))
    expect(late.problem).toEqual({
      code: 'wrong_state',
      message: 'This took too long. Please start again.',
    })
  })

  test('ends every other session when it is turned on, and again when it is turned off', async () => {
    const person = await addPersonWithPassword(open.database)
    const before = await addSession(open.database, person.id, { lastUsedAt: new Date(nowMs) })
    const { secret } = await turnOnSecondFactor(server.origin, person, nowMs)
    expect(await isSignedIn(before)).toBe(false)
    nowMs += stepMs
    const other = (await login(person, { code: codeAt(secret, nowMs) })).reply
    nowMs += stepMs
    const body = { password: goodPassword, code: codeAt(secret, nowMs) }
    expect((await call(server.origin, 'endSecondFactor', { body }, person)).status).toBe(204)
    expect([await isSignedIn(other.token), await isSignedIn(person.token)]).toEqual([false, true])
    expect((await login(person)).status).toBe(200)
  })

  test('stays asked for after a reset of the password: a mailbox alone opens nothing', async () => {
    const { person } = await protectedPerson()
    const { code, cookie } = await askForCode(server, person.user.email)
    const body = { otp: code, newPassword: 'Another-Pass1!' }
    const reset = await call(server.origin, 'resetPassword', { body }, { headers: { cookie } })
    expect([reset.status, await isSignedIn(person.token)]).toEqual([200, false])
    const asked = await login(person, { password: 'Another-Pass1!' })
    expect(asked.problem.code).toBe('second_factor_required')
  })

  test('leaves its secret and its codes in no reply, export, log or column', async () => {
    const { person, factor } = await protectedPerson()
    const exported = await call(server.origin, 'exportMyData', {}, person)
    expect(exported.reply['secondFactor']).toMatchObject({ recoveryCodesLeft: recoveryCodesMax })
    const status = await call(server.origin, 'getSecondFactor', {}, person)
    const { rows } = await open.database.pool.query(
      `select *, (select json_agg(recovery_codes) from recovery_codes) from second_factors`,
    )
    await login(person, { code: codeAt(factor.secret, nowMs) })
    const shown = [exported.bytes, status.bytes].map(String).join('\n')
    const seen = [shown, JSON.stringify(rows), lines.join('\n')].join('\n')
    for (const secret of [factor.secret, ...factor.recoveryCodes])
      expect(seen).not.toContain(secret)
    expect(shown).not.toMatch(/sealed|codeHash/i)
  })

  test('is refused to young people and parents, who have nothing to decide about others', async () => {
    for (const userType of ['Adolescent', 'Parent'] as const) {
      const person = await addPerson(open.database, { userType })
      expect((await call(server.origin, 'getSecondFactor', {}, person)).status).toBe(403)
    }
  })
})
