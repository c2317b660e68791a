import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { knownDevices, users } from '#server/db/schema/account.ts'
import { rateLimits } from '#server/db/schema/upkeep.ts'
import { devicesPerPersonMax } from '#server/features/account/account.sql.ts'
import {
  requestsHerePerHourMax,
  requestsPerDayMax,
} from '#server/features/account/recovery/recovery.ts'
import { deviceLifeMs, accountFailuresMax } from '#server/features/account/sign-in/login-limits.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type UserRow } from '#tests/support/people.ts'
import { askForCode, cookieOf, otherCode } from '#tests/support/recovery.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const wrong = 'Wrong-Pass1!'
/** Somebody on a train: no try comes from the same address twice. */
let lastAddress = 0
function newAddress(): string {
  lastAddress += 1
  return `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
}

describe.each(databasesUnderTest())('a stranger who knows an e-mail, on %s', (kind) => {
  let nowMs = testNoonMs
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    // Hashing is another test's business.
    const passwords = {
      hash: async (password: string) => password,
      matches: async (given: string, stored: string | undefined) => given === stored,
    }
    const options = { passwords, now: () => nowMs, trustedProxyHops: 1 }
    server = await startTestServer(open.database, options)
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    await open.database.orm.delete(rateLimits)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const person = async (given: Partial<UserRow> = {}) =>
    (await addPerson(open.database, { passwordHash: goodPassword, ...given })).user
  const from = (cookie: string, address = newAddress()) => ({
    headers: { cookie, 'x-forwarded-for': address },
  })
  const login = (email: string, password: string, cookie = '') =>
    call(server.origin, 'login', { body: { email, password } }, from(cookie))
  const ask = (email: string, cookie = '') =>
    call(server.origin, 'forgotPassword', { body: { email } }, from(cookie))
  const reset = (otp: string, cookie: string, newPassword = goodPassword) =>
    call(server.origin, 'resetPassword', { body: { otp, newPassword } }, from(cookie))
  /** A device that has logged in, as its cookie. */
  async function deviceOf(email: string, cookie = ''): Promise<string> {
    const opened = await login(email, goodPassword, cookie)
    expect(opened.status).toBe(200)
    return cookieOf(opened)
  }
  async function floodLogins(email: string): Promise<void> {
    for (let guess = 0; guess <= accountFailuresMax; guess += 1) await login(email, wrong)
  }
  async function floodResets(email: string): Promise<void> {
    for (let time = 0; time <= requestsPerDayMax; time += 1) await ask(email)
  }
  const devices = (userId: string) =>
    open.database.orm.$count(knownDevices, eq(knownDevices.userId, userId))

  describe('who floods the login', () => {
    test('keeps no device out that has logged in before, wherever it is now', async () => {
      const { email } = await person()
      const device = await deviceOf(email)
      await floodLogins(email)
      expect((await login(email, goodPassword)).problem.code).toBe('rate_limited')
      expect((await login(email, goodPassword, device)).status).toBe(200)
      expect((await login(email, wrong, device)).problem.code).toBe('wrong_credentials')
    })

    test('gets no more guesses by a device of their own, however many they bring', async () => {
      const [victim, stranger] = [await person(), await person()]
      const device = await deviceOf(stranger.email)
      await floodLogins(victim.email)
      expect((await login(victim.email, goodPassword, device)).problem.code).toBe('rate_limited')
      const made = `zync-device=${'a'.repeat(43)}`
      expect((await login(victim.email, goodPassword, made)).problem.code).toBe('rate_limited')
    })

    test('guesses no more on a stolen device than on any other', async () => {
      const { email } = await person()
      const device = await deviceOf(email)
      for (let guess = 0; guess < accountFailuresMax; guess += 1) await login(email, wrong, device)
      expect((await login(email, goodPassword, device)).problem.code).toBe('rate_limited')
      // Nor do these guesses keep anybody else out.
      expect((await login(email, goodPassword)).status).toBe(200)
    })

    test('learns nothing from the cookie of an account that is gone', async () => {
      const { id, email } = await person()
      const device = await deviceOf(email)
      await open.database.orm.delete(users).where(eq(users.id, id))
      expect((await login(email, goodPassword, device)).problem.code).toBe('wrong_credentials')
      await floodLogins(email)
      expect((await login(email, goodPassword, device)).problem.code).toBe('rate_limited')
    })

    test('finds a device unknown once a year has passed without a login', async () => {
      const { email } = await person()
      const device = await deviceOf(email)
      nowMs += deviceLifeMs
      await floodLogins(email)
      expect((await login(email, goodPassword, device)).problem.code).toBe('rate_limited')
    })
  })

  describe('a device that people share', () => {
    test('is known to each of them', async () => {
      const [first, second] = [await person(), await person()]
      const both = await deviceOf(second.email, await deviceOf(first.email))
      for (const { email } of [first, second]) {
        await floodLogins(email)
        expect((await login(email, goodPassword, both)).status).toBe(200)
      }
    })

    test('has a cookie that no script reads and that goes nowhere but to the sign-in', async () => {
      const opened = await login((await person()).email, goodPassword)
      expect(opened.headers.get('set-cookie')).toMatch(
        /^zync-device=[\w-]{43}; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
      )
      const stored = JSON.stringify(await open.database.orm.select().from(knownDevices))
      expect(stored).not.toContain(cookieOf(opened).split('=')[1])
    })

    test('stays one device however often one logs in, and is told from bad cookies', async () => {
      const { id, email } = await person()
      let device = await deviceOf(email, 'zync-device=x.y.; zync-device=other')
      for (let time = 0; time < 3; time += 1) device = await deviceOf(email, device)
      expect(await devices(id)).toBe(1)
    })
  })

  describe('devices are forgotten', () => {
    test('from the one used longest ago, beyond so many', async () => {
      const { id, email } = await person()
      const oldest = await deviceOf(email)
      nowMs += 1_000
      for (let count = 0; count < devicesPerPersonMax; count += 1) await deviceOf(email)
      expect(await devices(id)).toBe(devicesPerPersonMax)
      await floodLogins(email)
      expect((await login(email, goodPassword, oldest)).problem.code).toBe('rate_limited')
    })

    test.each(['endOtherSessions', 'updatePassword'] as const)(
      'when %s ends what others opened, but for the device that asks',
      async (way) => {
        const { id, email } = await person()
        const others = await deviceOf(email)
        const opened = await login(email, goodPassword)
        const { token } = opened.reply
        const changed = way === 'updatePassword'
        const password = changed ? 'Other-Lamp77!' : goodPassword
        const body = { oldPassword: goodPassword, newPassword: password }
        if (changed) await call(server.origin, way, { params: { id }, body }, { token })
        else await call(server.origin, way, {}, { token })
        await floodLogins(email)
        expect((await login(email, password, others)).problem.code).toBe('rate_limited')
        expect((await login(email, password, cookieOf(opened))).status).toBe(200)
      },
    )

    test('with the session that was ended from elsewhere, unless another is open there', async () => {
      const { email } = await person()
      const first = await login(email, goodPassword)
      const { token } = (await login(email, goodPassword, cookieOf(first))).reply
      const lost = await login(email, goodPassword)
      const all = await call(server.origin, 'listSessions', {}, { token })
      for (const { id } of all.reply.filter(({ current }) => !current)) {
        await call(server.origin, 'endSession', { params: { id } }, { token })
      }
      await floodLogins(email)
      expect((await login(email, goodPassword, cookieOf(lost))).problem.code).toBe('rate_limited')
      expect((await login(email, goodPassword, cookieOf(first))).status).toBe(200)
    })

    test('when somebody else sets a new password by a code, and their own stays', async () => {
      const { email } = await person()
      const [others, own] = [await deviceOf(email), await deviceOf(email)]
      const { code, cookie } = await askForCode(server, email)
      expect((await reset(code, `${cookie}; ${own}`)).status).toBe(200)
      await floodLogins(email)
      expect((await login(email, goodPassword, others)).problem.code).toBe('rate_limited')
      expect((await login(email, goodPassword, own)).status).toBe(200)
    })
  })

  describe('who floods the reset', () => {
    test('voids no code of the person, whoever asked first', async () => {
      const { email } = await person()
      const before = await askForCode(server, email, { 'x-forwarded-for': newAddress() })
      await ask(email)
      await ask(email)
      const after = await askForCode(server, email, { 'x-forwarded-for': newAddress() })
      expect((await reset(before.code, before.cookie)).status).toBe(200)
      // A new password ends every other request.
      expect((await reset(after.code, after.cookie)).problem.code).toBe('invalid_code')
    })

    test('gets in the way of no code that was asked for meanwhile', async () => {
      const { email } = await person()
      await ask(email)
      const mine = await askForCode(server, email, { 'x-forwarded-for': newAddress() })
      await floodResets(email)
      expect((await reset(mine.code, mine.cookie)).status).toBe(200)
    })

    test('uses up nothing that a known device asks for', async () => {
      const { email } = await person()
      const device = await deviceOf(email)
      await floodResets(email)
      expect((await ask(email)).problem.code).toBe('rate_limited')
      const asked = await ask(email, device)
      expect(asked.status).toBe(200)
      for (let time = 1; time < requestsHerePerHourMax; time += 1) await ask(email, device)
      expect((await ask(email, device)).problem.code).toBe('rate_limited')
    })

    test('uses up from one address nothing that is asked for from another', async () => {
      const { email } = await person()
      const flood = () =>
        call(server.origin, 'forgotPassword', { body: { email } }, from('', 'one'))
      for (let time = 0; time < requestsHerePerHourMax; time += 1) await flood()
      expect((await flood()).problem.code).toBe('rate_limited')
      expect((await ask(email)).status).toBe(200)
    })

    test('finds no code by the cookie of their own request, nor burns that of another', async () => {
      const { email } = await person()
      const mine = await askForCode(server, email)
      const theirs = await askForCode(server, email)
      const guesses = [mine.code, ...[1, 2, 3, 4].map((step) => otherCode(theirs.code, step))]
      for (const guess of guesses) {
        expect((await reset(guess, theirs.cookie)).problem.code).toBe('invalid_code')
      }
      expect((await reset(theirs.code, theirs.cookie)).problem.code).toBe('invalid_code')
      expect((await reset(mine.code, mine.cookie)).status).toBe(200)
    })

    test('is told the same of an e-mail that nobody has, a known device or not', async () => {
      const { email } = await person()
      const device = await deviceOf(email)
      const all = [await ask(email, device), await ask('nobody@example.org', device)]
      expect(all[1]?.reply).toEqual(all[0]?.reply)
    })

    test('redeems one of two codes that are sent at once', async () => {
      const { email } = await person()
      const both = [await askForCode(server, email), await askForCode(server, email)]
      const answers = await Promise.all(both.map(({ code, cookie }) => reset(code, cookie)))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
    })
  })
})
