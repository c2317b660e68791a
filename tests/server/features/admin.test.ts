import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AdminError, adminUsage, runAdminCommand } from '#server/admin-commands.ts'
import { createAccountRepo } from '#server/features/account/repo.ts'
import { createPasswords } from '#server/features/account/sign-in/passwords.ts'
import { createSecondFactorRepo } from '#server/features/account/two-step/second-factor-repo.ts'
import {
  createClearance,
  createDecisions,
  createReviewRepo,
} from '#server/features/providers/index.ts'
import { call } from '#tests/support/call.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openTestDatabase,
  type DatabaseHome,
  type TestDatabase,
} from '#tests/support/database.ts'
import { addPerson } from '#tests/support/people.ts'
import { quickNode } from '#tests/support/quick-node.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { addPersonWithPassword, turnOnSecondFactor } from '#tests/support/second-factor.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import { addResume } from '#tests/support/stored-files.ts'

describe.each(databasesUnderTest())('the operator, on %s', (kind) => {
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

  async function admin(args: readonly string[], password = goodPassword): Promise<string[]> {
    const lines: string[] = []
    const clearance = createClearance({
      database: open.database,
      hooks: {
        withdrawSessions: async () => undefined,
        onAccountClosed: async () => undefined,
      },
      events: { publish: () => undefined },
      now: () => testNoonMs,
    })
    const parts = {
      accounts: createAccountRepo(open.database.orm),
      reviews: createReviewRepo(open.database.orm),
      secondFactors: createSecondFactorRepo(open.database.orm),
      clearance,
      decide: createDecisions({ clearance, now: () => testNoonMs }),
      passwords: await createPasswords(),
      givenUp: server.jobs.givenUp,
      events: server.events,
      removeDemoPeople: async () => 0,
      removeAgain: async () => 0,
      askPassword: async () => password,
      write: (line: string) => void lines.push(line),
      now: () => testNoonMs,
      newId: uuidv7,
    }
    await runAdminCommand(parts, args)
    return lines
  }
  const refusal = (...args: Parameters<typeof admin>) =>
    admin(...args).catch((error: unknown) => error instanceof AdminError && error.message)
  const provider = () =>
    addPerson(open.database, {
      userType: 'ServiceProvider',
      specialization: 'Psychotherapist',
      firstname: 'Mona',
    })

  test('makes a superAdmin who can log in, once', async () => {
    const lines = await admin(['create', 'Boss@Example.org'])
    expect(lines).toEqual(['boss@example.org is a superAdmin now, and can log in.'])
    const body = { email: 'boss@example.org', password: goodPassword }
    const { userPayload, token } = (await call(server.origin, 'login', { body })).reply
    expect(userPayload).toMatchObject({ role: 'superAdmin' })
    const me = await call(server.origin, 'getUser', { params: { id: userPayload._id } }, { token })
    expect(me.reply.view).toBe('full')
    expect(await refusal(['create', 'BOSS@example.org'])).toBe(
      'There is already an account with boss@example.org.',
    )
    expect(await refusal(['create', 'b2@example.org', '--username', 'boss@example.org'])).toContain(
      'is taken',
    )
  })

  test('sees what was given up, and gives it back by its kind', async () => {
    expect(await admin(['jobs', 'list'])).toEqual(['Nothing was given up.'])
    expect(await admin(['jobs', 'retry', 'booking.mail'])).toEqual([
      'Nothing of booking.mail was given up.',
    ])
    await open.database.pool.query(
      `insert into pgboss.job (name, data, created_on, source_name, source_id, source_output)
        select 'given-up', '{"userId":"nour"}', '2026-06-15T12:00:00Z', 'booking.mail',
          gen_random_uuid(), '{"message":"MailNotSent"}' from generate_series(1, 2)`,
    )
    expect(await admin(['jobs', 'list'])).toEqual([
      'booking.mail | 2 | since 2026-06-15 | MailNotSent',
    ])
    expect(await admin(['jobs', 'retry', 'booking.mail'])).toEqual([
      '2 of booking.mail wait to be done.',
    ])
    expect(await admin(['jobs', 'list'])).toEqual(['Nothing was given up.'])
    expect(await refusal(['jobs', 'retry', 'given-up'])).toBe(
      'There is no work of the kind given-up.',
    )
    for (const wrong of [['jobs'], ['jobs', 'retry'], ['jobs', 'list', 'booking.mail']]) {
      expect(await refusal(wrong)).toBe(adminUsage)
    }
    await open.database.pool.query(`delete from pgboss.job where name = 'booking.mail'`)
  })

  test('makes none with a bad address or a weak password', async () => {
    expect(await refusal(['create', 'nobody'])).toBe('Invalid email format')
    expect(await refusal(['create', 'weak@example.org'], 'weak')).toContain('at least 8 characters')
    expect(await refusal(['create', 'weak@example.org'], 'Password1!')).toContain('most used')
    expect(await refusal(['create', 'weak@example.org'], 'Weak-Pass1!')).toContain(
      'Leave your name',
    )
  })

  test('sees who waits for a review, with what they sent', async () => {
    const waiting = await provider()
    await addResume(server, open.database, waiting.id)
    const lines = await admin(['review', 'list'])
    expect(lines.find((line) => line.startsWith(waiting.user.email))).toMatch(
      / \| Mona Test, Psychotherapist \| since 20\d\d-\d\d-\d\d \| resume \| pending, wants to see people under 18$/,
    )
  })

  test('approves and rejects, which the provider and everybody sees', async () => {
    const { id, token, user } = await provider()
    const viewer = await addPerson(open.database)
    const seen = async () =>
      (await call(server.origin, 'getUser', { params: { id } }, viewer)).status
    const own = async () =>
      (await call(server.origin, 'getUser', { params: { id } }, { token })).reply

    expect(await own()).toMatchObject({ verifiedAt: null, rejectedReason: null })
    await admin([
      'review',
      'reject',
      user.email.toUpperCase(),
      'The',
      'license has\u001b[2J expired.',
    ])
    expect(await own()).toMatchObject({
      verifiedAt: null,
      rejectedReason: 'The license has\u001b[2J expired.',
    })
    const lines = await admin(['review', 'list'])
    expect(lines.join('\n')).toContain('rejected: The license has [2J expired.')

    await admin(['review', 'approve', user.email])
    expect(await own()).toMatchObject({
      verifiedAt: new Date(testNoonMs).toISOString(),
      rejectedReason: null,
    })
    expect(await seen()).toBe(200)
    expect((await admin(['review', 'list'])).join('\n')).not.toContain(user.email)

    await admin(['review', 'reject', user.email, 'Complaints'])
    expect(await seen()).toBe(404)
  })

  test('turns off the second factor of somebody who lost everything, and ends their sessions', async () => {
    const boss = await addPersonWithPassword(open.database, {
      userType: 'Parent',
      role: 'superAdmin',
    })
    const off = ['second-factor', 'off', boss.user.email.toUpperCase()]
    expect(await refusal(off)).toContain('without a second factor')
    await turnOnSecondFactor(server.origin, boss)
    const body = { email: boss.user.email, password: goodPassword }
    expect((await call(server.origin, 'login', { body })).status).toBe(403)
    expect((await admin(off)).join()).toContain('with the password alone now')
    expect((await call(server.origin, 'listSessions', {}, boss)).status).toBe(401)
    expect((await call(server.origin, 'login', { body })).status).toBe(200)
    expect(await refusal(['second-factor', 'off', 'nobody@example.org'])).toContain('no account')
  })

  test('suspends an account, whose sessions do not come back with it', async () => {
    const { user, token } = await addPersonWithPassword(open.database)
    const isSignedIn = async () =>
      (await call(server.origin, 'listSessions', {}, { token })).status === 200
    expect(await isSignedIn()).toBe(true)
    expect(await admin(['suspend', user.email])).toEqual([`${user.email} is suspended.`])
    const body = { email: user.email, password: goodPassword }
    expect((await call(server.origin, 'login', { body })).status).toBe(401)
    expect(await admin(['unsuspend', user.email])).toEqual([`${user.email} can log in again.`])
    expect(await isSignedIn()).toBe(false)
    expect((await call(server.origin, 'login', { body })).status).toBe(200)
    const boss = await addPerson(open.database, { role: 'superAdmin' })
    expect(await refusal(['suspend', boss.user.email])).toContain('cannot be suspended')
  })

  test('reviews care providers alone, and says why', async () => {
    const { user } = await addPerson(open.database)
    expect(await refusal(['review', 'approve', user.email])).toContain('no care provider')
    expect(await refusal(['review', 'approve', 'nobody@example.org'])).toContain('no care provider')
    const waiting = await provider()
    expect(await refusal(['review', 'reject', waiting.user.email])).toContain('Say why')
    expect(await refusal(['review', 'reject', waiting.user.email, 'x'.repeat(501)])).toContain(
      '500',
    )
  })

  test.each([
    [[]],
    [['create']],
    [['create', 'a@b.co', 'extra']],
    [['review']],
    [['review', 'x']],
    [['second-factor', 'off']],
    [['delete-again']],
    [['second-factor', 'on', 'a@b.co']],
    [['suspend']],
    [['--bad']],
  ])('is told how to, with %j', async (args) => {
    expect(await refusal(args)).toBe(adminUsage)
  })
})

describe.each(databasesUnderTest('both'))('npm run admin, on %s', (kind) => {
  test('works where the server does, with the password from the environment', async () => {
    const home = await createDatabaseHome(kind, 'none')
    const made = await runAdmin(home, ['create', 'boss@example.org'], {
      ADMIN_PASSWORD: goodPassword,
    })
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('can log in') })
    const asked = await runAdmin(home, ['create', 'other@example.org'])
    expect(asked).toMatchObject({ code: 1, complaint: expect.stringContaining('ADMIN_PASSWORD') })

    const server = await startServerProcess(home)
    const { code, complaint } = await runAdmin(home, ['review', 'list'])
    const locked = complaint.includes('already open in another process. Stop the server')
    // PostgreSQL has room for both; the embedded database has one owner.
    expect({ code, locked }).toEqual(
      kind === 'postgres' ? { code: 0, locked: false } : { code: 1, locked: true },
    )
    await server.end('SIGTERM')
    await home.remove()
  })

  test('notes whom a command was about by a hash alone, and finds it by their e-mail', async () => {
    const home = await createDatabaseHome(kind, 'none')
    expect(await runAdmin(home, ['suspend', 'mona@example.org'])).toMatchObject({ code: 1 })
    const { output } = await runAdmin(home, ['audit', '--of', 'mona@example.org'])
    expect(output).toMatch(/operator \| refused \| - \| [\w-]{22} \| suspend \| -/)
    expect(output).not.toContain('@')
    await home.remove()
  })
})

async function runAdmin(
  home: DatabaseHome,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: unknown; output: string; complaint: string }> {
  const script = fileURLToPath(new URL('../../../server/admin.ts', import.meta.url))
  const child = spawn(process.execPath, [...quickNode.args, script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      ...quickNode.env,
      DATA_DIR: home.dataDir,
      DATABASE_URL: home.databaseUrl ?? '',
      ...env,
    },
  })
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, output, complaint }
}
