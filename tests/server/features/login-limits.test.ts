import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { rateLimits } from '#server/db/schema/upkeep.ts'
import { mayOpenSession } from '#server/features/account/policy.ts'
import {
  accountFailuresMax,
  accountPassesMax,
  addressFailuresMax,
  createLoginLimits,
  type LoginLimits,
  type LoginTry,
} from '#server/features/account/sign-in/login-limits.ts'
import type { LoginAccount } from '#server/features/account/sign-in/login-repo.ts'
import { createSessions, type Sessions } from '#server/features/account/sign-in/sessions.ts'
import { countKey } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { newToken } from '#server/http/session/caller.ts'
import {
  databasesUnderTest,
  openHome,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/database.ts'
import { addPerson } from '#tests/support/people.ts'
import { testNoonMs } from '#tests/support/server.ts'

const minuteMs = 60_000
const home = '198.51.100.7'
const away = '192.0.2.1'
const from = (address: string, ...deviceTokens: string[]) => ({ address, deviceTokens })

describe.each(databasesUnderTest('both'))('the counts of logins, on %s', (kind) => {
  let nowMs = testNoonMs
  let open: TestDatabase
  /** A second process, where the database can be opened twice. */
  let other: Database
  let limits: LoginLimits
  let sessions: Sessions
  let owner: LoginAccount

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    other = kind === 'postgres' ? await openHome(open.home) : open.database
    limits = createLoginLimits(open.database.pool, () => nowMs)
    sessions = createSessions(open.database.orm, () => nowMs, uuidv7, {
      requireSecondFactor: false,
    })
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    await open.database.orm.delete(rateLimits)
    owner = { ...(await addPerson(open.database)).user, secondFactor: false }
  })
  afterAll(async () => {
    await other.close()
    await open.drop()
  })

  async function succeed(login: LoginTry): Promise<string> {
    const { token, tokenHash } = newToken()
    const account = authorize(undefined, owner, mayOpenSession)
    const device = login.deviceToken ?? newToken().token
    await login.succeeded(account, sessions.start(tokenHash, 'a browser', owner), device)
    return token
  }
  async function fail(times: number, address: string, email = owner.email): Promise<void> {
    for (let time = 0; time < times; time += 1) await limits.begin(email, from(address))
  }
  const refusal = (email: string, address: string, by = limits) =>
    by.begin(email, from(address)).then(
      () => 'let through',
      (error: unknown) => (error instanceof ProblemError ? error.body.code : error),
    )
  /** What stands under the name of a count for what was counted; undefined where nothing does. */
  async function points(name: string, ...counted: string[]): Promise<number | undefined> {
    const key = countKey(name, counted)
    const rows = await open.database.orm.select().from(rateLimits).where(eq(rateLimits.key, key))
    return rows[0]?.points
  }

  test('let through as many of 50 tries at once as they should, and count each of them', async () => {
    const both = [limits, createLoginLimits(other.pool, () => nowMs)]
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) => refusal(owner.email, away, both[index % 2])),
    )
    expect(all.filter((outcome) => outcome === 'let through')).toHaveLength(accountFailuresMax)
    expect(all.filter((outcome) => outcome === 'rate_limited')).toHaveLength(40)
    expect(await points('login-account', owner.email)).toBe(50)
    expect(await points('login-address', away)).toBe(50)
  })

  test('stay exact while failures, successes and abandoned tries of one account cross', async () => {
    await fail(3, away)
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const login = await limits.begin(owner.email, from(index % 2 === 0 ? away : home))
        await (index < 3 ? succeed(login) : login.abandoned())
        return login
      }),
    )
    expect(outcomes).toHaveLength(5)
    expect(await points('login-account', owner.email)).toBe(3)
    expect(await points('login-address', away)).toBe(3)
    expect(await points('login-address', home)).toBe(0)
  })

  test('let no two of many crossing tries wait for each other', async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: accountFailuresMax }, async (_, index) => {
          const login = await limits.begin(owner.email, from(index % 2 === 0 ? away : home))
          await (index % 3 === 0 ? login.abandoned() : succeed(login))
        }),
      )
    }
    for (const address of [away, home]) {
      expect(await points('login-address', address)).toBe(0)
      expect(await points('login-account', owner.email, address)).toBe(0)
    }
  })

  test('say whose e-mail it is, in any case of its letters, and nothing for one that nobody has', async () => {
    const found = await limits.begin(owner.email.toUpperCase(), from(home))
    expect(found.credentials).toEqual({
      id: owner.id,
      email: owner.email,
      userType: owner.userType,
      role: owner.role,
      firstname: owner.firstname,
      lastname: owner.lastname,
      passwordHash: owner.passwordHash,
      suspendedAt: null,
      secondFactor: false,
    })
    expect((await limits.begin('nobody@example.org', from(home))).credentials).toBeUndefined()
    expect(await points('login-account', 'nobody@example.org')).toBe(1)
  })

  test('end a fixed time after the first failure, whatever is tried meanwhile', async () => {
    await fail(1, away)
    nowMs += 14 * minuteMs
    await fail(accountFailuresMax - 1, away)
    expect(await refusal(owner.email, away)).toBe('rate_limited')
    nowMs += minuteMs
    expect(await refusal(owner.email, away)).toBe('let through')
    expect(await points('login-account', owner.email)).toBe(1)
  })

  test('give nothing back to a window that a try was not counted in', async () => {
    const slow = await limits.begin(owner.email, from(away))
    nowMs += 15 * minuteMs
    await fail(2, away)
    await slow.abandoned()
    expect(await points('login-account', owner.email)).toBe(2)
    expect(await points('login-address', away)).toBe(2)
  })

  test('use up nobody’s account from an address that is over its limit', async () => {
    for (let guess = 0; guess < addressFailuresMax; guess += 1) {
      await limits.begin(`person${guess}@example.org`, from(away))
    }
    expect(await refusal(owner.email, away)).toBe('rate_limited')
    expect(await points('login-account', owner.email)).toBeUndefined()
    expect(await refusal(owner.email, home)).toBe('let through')
  })

  test('keep a count of its own for an address that the owner logged in from, for 30 days', async () => {
    const token = await succeed(await limits.begin(owner.email, from(home)))
    expect(await sessions.find(token)).toMatchObject({ actor: { userId: owner.id } })
    await fail(accountFailuresMax, away)
    expect(await refusal(owner.email, away)).toBe('rate_limited')
    await fail(accountFailuresMax, home)
    expect(await points('login-account', owner.email, home)).toBe(accountFailuresMax)
    expect(await refusal(owner.email, home)).toBe('rate_limited')
    nowMs += 30 * 24 * 60 * minuteMs
    await fail(1, home)
    expect(await points('login-account', owner.email)).toBe(1)
  })

  test('stop an account after so many right passwords, whether a code was asked for behind them or not', async () => {
    for (let time = 0; time < accountPassesMax; time += 1) {
      const login = await limits.begin(owner.email, from(home))
      await (time % 2 === 0 ? succeed(login) : login.passed().then(() => login.abandoned()))
    }
    expect(await points('login-passed', owner.email)).toBe(accountPassesMax)
    expect(await refusal(owner.email, home)).toBe('rate_limited')
    nowMs += 15 * minuteMs
    expect(await refusal(owner.email, home)).toBe('let through')
  })

  test('open no session and give nothing back when one of the two cannot be done', async () => {
    const login = await limits.begin(owner.email, from(home))
    const stranger = authorize(undefined, { ...owner, id: uuidv7() }, mayOpenSession)
    const session = sessions.start(newToken().tokenHash, undefined, owner)
    await expect(login.succeeded(stranger, session, newToken().token)).rejects.toThrow(
      'wrong_credentials',
    )
    expect(await points('login-account', owner.email)).toBe(1)
    expect(await points('login-known', owner.email, home)).toBeUndefined()
  })
})
