import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { knownDevices, sessions, users } from '#server/db/schema/account.ts'
import { rateLimits } from '#server/db/schema/upkeep.ts'
import { passwordChangesPerHourMax } from '#server/features/account/profile/profile.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { askForCode } from '#tests/support/recovery.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { codeAt } from '#tests/support/second-factor.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const newPassword = 'Brand-New-Lamp77!'

describe.each(databasesUnderTest('both'))('somebody who has the old password, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  /** What the next password that is compared waits for, once the comparing is done. */
  let held: (() => Promise<void>) | undefined

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    // Hashing is another test's business.
    const passwords = {
      hash: async (password: string) => password,
      matches: async (given: string, stored: string | undefined) => {
        const wait = held
        held = undefined
        await wait?.()
        return given === stored
      },
    }
    server = await startTestServer(open.database, { passwords, now: () => testNoonMs })
  })
  beforeEach(async () => {
    await open.database.orm.delete(rateLimits)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const person = () =>
    addPerson(open.database, {
      passwordHash: goodPassword,
      userType: 'ServiceProvider',
      verifiedAt: new Date(0),
    })
  const login = (email: string, password = goodPassword) =>
    call(server.origin, 'login', { body: { email, password } })
  const change = (
    { id, token }: Pick<SignedIn, 'id' | 'token'>,
    to = newPassword,
    from = goodPassword,
  ) =>
    call(
      server.origin,
      'updatePassword',
      { params: { id }, body: { oldPassword: from, newPassword: to } },
      { token },
    )
  const ways = {
    'changed the password': async (owner: SignedIn) => {
      expect((await change(owner)).status).toBe(204)
    },
    'reset the password': async ({ user: { email } }: SignedIn) => {
      const { code, cookie } = await askForCode(server, email)
      const body = { otp: code, newPassword }
      const reset = await call(server.origin, 'resetPassword', { body }, { headers: { cookie } })
      expect(reset.status).toBe(200)
    },
    'turned two-step sign-in on': async ({ token }: SignedIn) => {
      const body = { password: goodPassword }
      const { secret } = (await call(server.origin, 'beginSecondFactor', { body }, { token })).reply
      const code = { code: codeAt(secret, testNoonMs) }
      const on = await call(server.origin, 'confirmSecondFactor', { body: code }, { token })
      expect(on.status).toBe(200)
    },
  }

  /** Begins something, and gives how to end it: its password was right, and what comes of that has not happened yet. */
  async function begun<T>(start: () => Promise<T>): Promise<() => Promise<T>> {
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    held = () => {
      reached.resolve()
      return goOn.promise
    }
    const outcome = start()
    await reached.promise
    return () => {
      goOn.resolve()
      return outcome
    }
  }
  const sessionsOf = (userId: string) =>
    open.database.orm.$count(sessions, eq(sessions.userId, userId))
  const passwordOf = async (userId: string) => {
    const [row] = await open.database.orm.select().from(users).where(eq(users.id, userId))
    return row?.passwordHash
  }

  test.each(Object.entries(ways))(
    'opens no session by a login that was under way when its owner %s',
    async (_, act) => {
      const owner = await person()
      const finish = await begun(() => login(owner.user.email))
      await act(owner)
      const left = await sessionsOf(owner.id)
      const devices = () =>
        open.database.orm.$count(knownDevices, eq(knownDevices.userId, owner.id))
      const known = await devices()
      const { status, problem } = await finish()
      expect([status, problem.code]).toEqual([401, 'wrong_credentials'])
      expect([await sessionsOf(owner.id), await devices()]).toEqual([left, known])
    },
  )

  test.each(['changed the password', 'reset the password'] as const)(
    'changes it no more when its owner %s meanwhile',
    async (way) => {
      const owner = await person()
      const stolen = await addSession(open.database, owner.id)
      const finish = await begun(() => change({ id: owner.id, token: stolen }, 'Thief-Own-Lamp88!'))
      await ways[way](owner)
      const { status, problem } = await finish()
      expect([status, problem.code]).toEqual([401, 'unauthenticated'])
      expect(await passwordOf(owner.id)).toBe(newPassword)
    },
  )

  test('voids no code of its owner by setting the same one again', async () => {
    const owner = await person()
    const { code, cookie } = await askForCode(server, owner.user.email)
    expect((await change(owner, goodPassword)).status).toBe(204)
    const body = { otp: code, newPassword }
    const reset = await call(server.origin, 'resetPassword', { body }, { headers: { cookie } })
    expect(reset.status).toBe(200)
  })

  test('changes it only so often, and voids no code of its owner afterwards', async () => {
    const owner = await person()
    let [from, to] = [goodPassword, newPassword]
    for (let time = 0; time < passwordChangesPerHourMax; time += 1) {
      expect((await change(owner, to, from)).status).toBe(204)
      ;[from, to] = [to, from]
    }
    const { code, cookie } = await askForCode(server, owner.user.email)
    expect((await change(owner, to, from)).problem.code).toBe('rate_limited')
    const body = { otp: code, newPassword }
    const reset = await call(server.origin, 'resetPassword', { body }, { headers: { cookie } })
    expect(reset.status).toBe(200)
  })

  test('changes it no more with a session that its owner ended meanwhile', async () => {
    const owner = await person()
    const stolen = await addSession(open.database, owner.id)
    const finish = await begun(() => change({ id: owner.id, token: stolen }))
    await call(server.origin, 'endOtherSessions', {}, owner)
    expect((await finish()).status).toBe(401)
    expect(await passwordOf(owner.id)).toBe(goodPassword)
  })
})
