import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { demoAccounts } from '#server/db/demo-people.ts'
import { call } from '#tests/support/call.ts'
import { createDatabaseHome, databasesUnderTest } from '#tests/support/database.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

describe.each(databasesUnderTest())('the process, on %s', (kind) => {
  test('starts from nothing, shows demo people when asked, and ends on a signal', async () => {
    const home = await createDatabaseHome(kind, 'none')
    const server = await startServerProcess(home, { NODE_ENV: 'production' }, ['--demo'])
    const [account] = demoAccounts
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
    const home = await createDatabaseHome(kind, 'none')
    const server = await startServerProcess(home, {}, ['--demo'])
    const email = demoAccounts[0]?.email ?? ''
    const asked = await call(server.origin, 'forgotPassword', { body: { email } })
    expect(asked.status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
    const [name = ''] = await readdir(join(home.dataDir, 'mail'))
    expect(await readFile(join(home.dataDir, 'mail', name), 'utf8')).toContain(`To: ${email}`)
    expect(server.log.map(({ file }) => file)).toContain(join(home.dataDir, 'mail', name))
    expect(JSON.stringify(server.log.slice(1))).not.toMatch(/To:|Your code/)

    const production = await startServerProcess(home, { NODE_ENV: 'production' })
    expect(production.log.map(({ msg }) => String(msg)).join()).toContain('mail is off')
    expect(await production.end('SIGTERM')).toBe(0)
    await home.remove()
  })

  test('makes demo people unasked in an embedded database outside production alone', async () => {
    for (const NODE_ENV of ['development', 'production']) {
      const home = await createDatabaseHome(kind, 'none')
      const server = await startServerProcess(home, { NODE_ENV })
      const told = server.log.some(({ accounts }) => Array.isArray(accounts))
      expect([NODE_ENV, told]).toEqual([NODE_ENV, kind === 'embedded' && NODE_ENV !== 'production'])
      expect(await server.end('SIGTERM')).toBe(0)
      await home.remove()
    }
  })
})

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
