import { execFile } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { demoAccounts } from '#server/demo/start.ts'
import { call } from '#tests/support/call.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { quickNode } from '#tests/support/quick-node.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

describe.each(databasesUnderTest('both'))('the process, on %s', (kind) => {
  test('starts from nothing, shows demo people when asked, and ends on a signal', async () => {
    const home = await createDatabaseHome(kind, 'none')
    const server = await startServerProcess(home, {}, ['--demo'])
    const [account] = demoAccounts()
    const { email = '', password = '' } = account ?? {}
    const login = await call(server.origin, 'login', { body: { email, password } })
    expect(login.status).toBe(200)
    const { token } = login.reply
    const days = { params: { type: 'Mood' as const }, query: { days: '7' } }
    expect((await call(server.origin, 'latestTrackerEntries', days, { token })).reply).toHaveLength(
      7,
    )
    expect((await fetch(`${server.origin}/api/health/ready`)).status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(server.log.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['stopping', 'stopped']),
    )

    const again = await startServerProcess(home, {}, ['--demo'])
    expect((await call(again.origin, 'logout', {}, { token })).status).toBe(204)
    expect(await again.end('SIGINT')).toBe(0)
    await home.remove()
  })

  test('writes messages to files in development, before it ends, and says when mail is off', async () => {
    const home = await createDatabaseHome(kind)
    const server = await startServerProcess(home, {}, ['--demo'])
    const email = demoAccounts()[0]?.email ?? ''
    const asked = await call(server.origin, 'forgotPassword', { body: { email } })
    expect(asked.status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
    const [name = ''] = await readdir(join(home.dataDir, 'mail'))
    expect(await readFile(join(home.dataDir, 'mail', name), 'utf8')).toContain(`To: ${email}`)
    expect(server.log.map(({ file }) => file)).toContain(join(home.dataDir, 'mail', name))
    expect(JSON.stringify(server.log.slice(1))).not.toMatch(/To:|Your code/)

    const empty = await createDatabaseHome(kind)
    const production = await startServerProcess(empty, { NODE_ENV: 'production' })
    expect(production.log.map(({ msg }) => String(msg)).join()).toContain('mail is off')
    expect(await production.end('SIGTERM')).toBe(0)
    await empty.remove()
    await home.remove()
  })

  test('makes demo people unasked in an embedded database outside production alone', async () => {
    for (const NODE_ENV of ['development', 'production']) {
      const home = await createDatabaseHome(kind)
      const server = await startServerProcess(home, { NODE_ENV })
      const listed = server.log.some(({ accounts }) => Array.isArray(accounts))
      expect([NODE_ENV, listed]).toEqual([
        NODE_ENV,
        kind === 'embedded' && NODE_ENV !== 'production',
      ])
      expect(await server.end('SIGTERM')).toBe(0)
      await home.remove()
    }
  })
})

describe('a place of demo people', () => {
  test('starts in production only after they were removed with all that is theirs', async () => {
    const home = await createDatabaseHome('embedded')
    const production = () => startServerProcess(home, { NODE_ENV: 'production' })
    expect(await (await startServerProcess(home)).end('SIGTERM')).toBe(0)

    await expect(production()).rejects.toThrow(
      /It ended with 1:[\s\S]*everybody knows their password[\s\S]*npm run admin -- demo remove/,
    )
    expect(await operator(home, ['demo', 'remove'])).toMatch(/^\d+ demo people are deleted\.\n$/)
    // A file that an adult sent to somebody under 18 waits to be sealed, also of invented people.
    expect((await peoplesFiles(home)).length).toBeLessThanOrEqual(1)
    expect(await operator(home, ['demo', 'remove'])).toBe('There are no demo people.\n')

    const server = await production()
    const { email = '', password = '' } = demoAccounts()[0] ?? {}
    expect((await call(server.origin, 'login', { body: { email, password } })).status).toBe(401)
    expect(await server.end('SIGTERM')).toBe(0)
    await home.remove()
  })

  test('is not made in production, also when asked for', async () => {
    const home = await createDatabaseHome('embedded')
    await expect(startServerProcess(home, { NODE_ENV: 'production' }, ['--demo'])).rejects.toThrow(
      /It ended with 1:[\s\S]*--demo[\s\S]*not in production/,
    )
    await home.remove()
  })
})

describe('the data directory', () => {
  test('is for its owner alone after a first start, whatever the process was given', async () => {
    const home = await createDatabaseHome('embedded', 'none')
    const server = await startServerProcess(home, {}, [], { umask: '000' })
    await call(server.origin, 'forgotPassword', { body: { email: demoAccounts()[0]?.email ?? '' } })
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await openToOthers(home.dataDir)).toEqual([])
    await home.remove()
  })

  test('is closed to others at the next start, with everything in it, and the log says so', async () => {
    const home = await createDatabaseHome('embedded')
    await mkdir(join(home.dataDir, 'blobs/inner'), { recursive: true })
    await writeFile(join(home.dataDir, 'blobs/inner/paper'), 'private')
    for (const path of ['.', 'blobs', 'blobs/inner']) await chmod(join(home.dataDir, path), 0o755)
    await chmod(join(home.dataDir, 'blobs/inner/paper'), 0o644)
    const server = await startServerProcess(home)
    expect(server.log.map(({ msg }) => String(msg)).join()).toContain('other users could read')
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await openToOthers(home.dataDir)).toEqual([])
    await home.remove()
  })
})

/** Everything in a directory, and itself, that its group or anybody else has a right to. */
async function openToOthers(directory: string): Promise<string[]> {
  const entries = ['.', ...(await readdir(directory, { recursive: true }))]
  const facts = await Promise.all(entries.map((entry) => lstat(join(directory, entry))))
  return entries.filter((_entry, index) => ((facts[index]?.mode ?? 0) & 0o077) !== 0)
}

/** What people gave the place to store. The files of a build stand beside it, as many as the process had time for. */
async function peoplesFiles(home: DatabaseHome): Promise<string[]> {
  const blobs = join(home.dataDir, 'blobs')
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.parentPath !== join(blobs, 'assets'))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Runs `npm run admin` as the operator does; gives what it wrote. */
async function operator(home: DatabaseHome, args: readonly string[]): Promise<string> {
  const path = fileURLToPath(new URL('../../../server/admin.ts', import.meta.url))
  const env = { PATH: process.env['PATH'], ...quickNode.env, DATA_DIR: home.dataDir }
  const command = [...quickNode.args, path, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return stdout
}

describe('the process', () => {
  test('refuses an environment it cannot use, naming every variable', async () => {
    const home = await createDatabaseHome('embedded', 'none')
    const start = startServerProcess(home, { PORT: 'http', TRUST_PROXY: 'yes' })
    await expect(start).rejects.toThrow(/It ended with 1:[\s\S]*PORT must[\s\S]*TRUST_PROXY must/)
    await home.remove()
  })

  test('says what is wrong when its database does not answer', async () => {
    const home = await createDatabaseHome('embedded', 'none')
    const away = { ...home, databaseUrl: 'postgres://zync:hunter2@127.0.0.1:1/zync' }
    const refusal: unknown = await startServerProcess(away).catch((error: unknown) => error)
    expect(String(refusal)).toMatch(/It ended with 1:[\s\S]*127\.0\.0\.1:1\/zync does not answer/)
    expect(String(refusal)).not.toContain('hunter2')
    await home.remove()
  })
})
