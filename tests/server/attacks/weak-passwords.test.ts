import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetTriesMax } from '#contract/account/recovery.ts'
import { commonPasswordText, ownWordsText } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { askForCode } from '#tests/support/recovery.ts'
import { goodPassword, registration } from '#tests/support/registration.ts'
import { addPersonWithPassword } from '#tests/support/second-factor.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const common = 'P@ssw0rd123!'
const newPassword = 'Seven-Quiet-Boats-4'

describe.each(databasesUnderTest())('a password that others would try first, on %s', (kind) => {
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

  const refused = (message: string, field: string) => ({
    status: 400,
    problem: { code: 'weak_password', message, fields: { [field]: message } },
  })
  const register = (password: string) =>
    call(
      server.origin,
      'registerAdolescent',
      registration({ firstname: 'Marwa', password, confirmPassword: password }),
    )

  test('makes no account', async () => {
    expect(await register(common)).toMatchObject(refused(commonPasswordText, 'password'))
    expect(await register('Marwa-Pass1!')).toMatchObject(refused(ownWordsText, 'password'))
    expect(await register('Zync-Pass1!')).toMatchObject(refused(ownWordsText, 'password'))
    const rule = (await register('short')).problem
    expect([rule.code, rule.fields?.['password']]).toEqual([
      'invalid_input',
      'Password must be at least 8 characters and include uppercase, lowercase, number, and special character',
    ])
    expect((await register(newPassword)).status).toBe(201)
  })

  test('replaces none, and says so only to whom the account is', async () => {
    const person = await addPersonWithPassword(open.database, { firstname: 'Marwa' })
    const change = (oldPassword: string, password: string) =>
      call(
        server.origin,
        'updatePassword',
        { params: { id: person.id }, body: { oldPassword, newPassword: password } },
        person,
      )
    expect((await change('Wrong-Pass1!', common)).problem.code).toBe('wrong_password')
    expect(await change(goodPassword, common)).toMatchObject(
      refused(commonPasswordText, 'newPassword'),
    )
    expect(await change(goodPassword, 'Marwa-Pass1!')).toMatchObject(
      refused(ownWordsText, 'newPassword'),
    )
    expect((await change(goodPassword, newPassword)).status).toBe(204)
  })

  test('is set by no code, and uses none up', async () => {
    const { user } = await addPersonWithPassword(open.database, { lastname: 'Ghanem' })
    const { code: otp, cookie } = await askForCode(server, user.email)
    const reset = (password: string) =>
      call(
        server.origin,
        'resetPassword',
        { body: { otp, newPassword: password } },
        { headers: { cookie } },
      )
    for (let time = 0; time <= resetTriesMax; time += 1) {
      expect(await reset(common)).toMatchObject(refused(commonPasswordText, 'newPassword'))
    }
    expect(await reset('Ghanem-Pass1!')).toMatchObject(refused(ownWordsText, 'newPassword'))
    expect((await reset(newPassword)).status).toBe(200)
  })
})
