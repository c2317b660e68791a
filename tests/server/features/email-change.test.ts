import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passwordResets, users } from '#server/db/schema/account.ts'
import { rateLimits } from '#server/db/schema/upkeep.ts'
import { codesPerHourMax } from '#server/features/account/recovery/email-codes.ts'
import { createRecoveryRepo } from '#server/features/account/recovery/recovery.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addSession } from '#tests/support/people.ts'
import { askForCode, nextCode, otherCode } from '#tests/support/recovery.ts'
import { goodPassword, registration } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const invalidCode = { code: 'invalid_code', message: 'Invalid or expired code. Please try again.' }

describe.each(databasesUnderTest())('an e-mail that was mistyped, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let count = 0

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => testNoonMs, confirmEmails: true })
  })
  beforeEach(() => open.database.orm.delete(rateLimits))
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  function someone() {
    count += 1
    return { email: `new${count}@example.org`, username: `newcomer${count}` }
  }
  /** Somebody who just registered, with the code of their mail. */
  async function newcomer() {
    const before = server.mails.length
    const input = registration(someone())
    const { reply } = await call(server.origin, 'registerAdolescent', input)
    const code = await nextCode(server, before)
    const id = reply.userPayload._id
    return { id, token: await addSession(open.database, id), email: input.body.email, code }
  }
  const confirm = (token: string, code: string) =>
    call(server.origin, 'confirmEmail', { body: { code } }, { token })
  const rowOf = async (id: string) =>
    (await open.database.orm.select().from(users).where(eq(users.id, id)))[0]
  const correct = (
    { id, token }: { id: string; token: string },
    email: string,
    password: string = goodPassword,
  ) => call(server.origin, 'changeEmail', { params: { id }, body: { email, password } }, { token })

  test('is replaced by another, which alone gets a code that works', async () => {
    const wrong = await newcomer()
    const { email } = someone()
    const before = server.mails.length
    const changed = await correct(wrong, email.toUpperCase())
    expect(changed.reply).toMatchObject({ view: 'full', email, emailConfirmedAt: null })
    const code = await nextCode(server, before)
    expect(server.mails.slice(before).map(({ to }) => to)).toEqual([email])
    const old = wrong.code === code ? otherCode(code) : wrong.code
    expect((await confirm(wrong.token, old)).problem).toEqual(invalidCode)
    expect((await confirm(wrong.token, code)).reply).toMatchObject({ email })
    const login = { body: { email, password: goodPassword } }
    expect((await call(server.origin, 'login', login)).status).toBe(200)
  })

  test('may be typed again as it is: it gets a new code', async () => {
    const one = await newcomer()
    const before = server.mails.length
    expect((await correct(one, one.email)).status).toBe(200)
    expect((await confirm(one.token, await nextCode(server, before))).status).toBe(200)
    // A lost answer is asked for again, and mails nothing more.
    expect((await correct(one, one.email)).reply).toMatchObject({ email: one.email })
    expect(server.mails).toHaveLength(before + 1)
  })

  test('is nobody’s once it is confirmed', async () => {
    const one = await newcomer()
    await confirm(one.token, one.code)
    const before = server.mails.length
    expect((await correct(one, someone().email)).problem).toMatchObject({
      code: 'wrong_state',
      message: 'Your email is already confirmed.',
    })
    expect([(await rowOf(one.id))?.email, server.mails.length]).toEqual([one.email, before])
  })

  test('is not proven by a reset code that went to it, asked for before or while it changes', async () => {
    const one = await newcomer()
    const { code, cookie } = await askForCode(server, one.email)
    await correct(one, someone().email)
    const body = { otp: code, newPassword: 'Other-Pass1!' }
    const reset = await call(server.origin, 'resetPassword', { body }, { headers: { cookie } })
    expect(reset.problem.code).toBe('invalid_code')
    // As somebody asks whose account was read before the change.
    await createRecoveryRepo(open.database.orm).insertReset(one, {
      tokenHash: 'late',
      codeHash: 'late',
      expiresAt: new Date(testNoonMs + 1_000),
    })
    const late = eq(passwordResets.tokenHash, 'late')
    const [row] = await open.database.orm.select().from(passwordResets).where(late)
    expect(row?.userId).toBeNull()
    expect((await rowOf(one.id))?.emailConfirmedAt).toBeNull()
  })

  test.each([
    ['a wrong password', 'Wrong-Pass1!', 'wrong_password', 'password'],
    ['an address of somebody else, in any case', goodPassword, 'email_taken', 'email'],
  ] as const)('stays after %s, which the field says', async (_, given, code, field) => {
    const [one, other] = [await newcomer(), await newcomer()]
    const { problem } = await correct(one, other.email.toUpperCase(), given)
    expect(problem.code).toBe(code)
    expect(Object.keys(problem.fields ?? {})).toEqual([field])
    expect((await rowOf(one.id))?.email).toBe(one.email)
    // The code of before still works.
    expect((await confirm(one.token, one.code)).status).toBe(200)
  })

  test('is somebody’s own: with another id nothing is changed', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const answer = await correct({ id: other.id, token: one.token }, someone().email)
    expect(answer.problem).toMatchObject({ code: 'not_found', message: 'User not found.' })
    expect((await rowOf(other.id))?.email).toBe(other.email)
  })

  test('counts as a code, also where the address is taken: nobody asks who has an account', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    for (let time = 0; time < codesPerHourMax; time += 1) {
      expect((await correct(one, other.email)).problem.code).toBe('email_taken')
    }
    expect((await correct(one, other.email)).problem.code).toBe('rate_limited')
    expect((await call(server.origin, 'sendEmailCode', {}, one)).problem.code).toBe('rate_limited')
    expect((await correct(one, 'not an address')).problem.fields).toEqual({
      email: 'Invalid email format',
    })
  })
})
