import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Pool } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { WireSocket } from '#server/db/embedded/open.ts'
import { startWorker } from '#server/db/embedded/worker-link.ts'
import { isDatabaseAway } from '#server/db/errors.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const unsafeWorker = new URL('../children/unsafe-worker.ts', import.meta.url)

describe('the thread of the embedded database', () => {
  test.each([
    ['unsafe', 'disk on fire'],
    ['crash', 'out of memory'],
    ['exit', 'ended (code 3)'],
  ])('that ends by %s is fatal once, and no query waits for it', async (ending, reason) => {
    const onFatal = vi.fn<(error: Error) => void>()
    const worker = await startWorker({ script: unsafeWorker, directory: ending, onFatal })
    const waiting = [new Uint8Array(5), new Uint8Array(5)].map((bytes) => worker.execute(bytes))
    for (const call of waiting) await expect(call).rejects.toThrow(reason)
    await expect(worker.execute(new Uint8Array(5))).rejects.toThrow('closed')
    expect(onFatal).toHaveBeenCalledOnce()
    await worker.close()
  })

  test('that ends makes every query through the pool answer that the database is away', async () => {
    const worker = await startWorker({
      script: unsafeWorker,
      directory: 'unsafe',
      onFatal: () => undefined,
    })
    const pool = new Pool({
      stream: () => new WireSocket((messages) => worker.execute(messages)),
      max: 1,
      ssl: false,
    })
    for (let i = 0; i < 3; i += 1) {
      const refusal = await pool.query('select 1').catch((error: unknown) => error)
      expect(isDatabaseAway(refusal)).toBe(true)
    }
    await pool.end()
  })

  test('that was closed is not fatal, and closing again is harmless', async () => {
    const { database, home } = await openTestDatabase('embedded')
    await Promise.all([database.close(), database.close()])
    expect(isDatabaseAway(await database.ping().catch((error: unknown) => error))).toBe(true)
    await home.remove()
  })

  test('lets the server answer while a long query runs', async () => {
    const { database, drop } = await openTestDatabase('embedded')
    const done = new AbortController()
    const query = database.pool
      .query('select count(*) from generate_series(1, 500000)')
      .finally(() => done.abort())
    let turns = 0
    for (; !done.signal.aborted; turns += 1) await setImmediate()
    await query
    expect(turns).toBeGreaterThan(100)
    await drop()
  })
})

describe('opening the embedded database', () => {
  test('a second time is refused with a message that names the directory', async () => {
    const { home, drop } = await openTestDatabase('embedded')
    const second = openDatabase({ dataDir: home.dataDir, log: quietLog, onFatal: failTest })
    await expect(second).rejects.toThrow(`${home.dataDir} is already open in another process`)
    await drop()
  })

  test('that cannot start says where and why, and lets go of the directory', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'zync-broken-'))
    await mkdir(join(dataDir, 'db'))
    await writeFile(join(dataDir, 'db', 'PG_VERSION'), '9.1')
    const options = { dataDir, log: quietLog, onFatal: failTest }
    for (let i = 0; i < 2; i += 1) {
      await expect(openDatabase(options)).rejects.toThrow(
        `The embedded database in ${join(dataDir, 'db')} cannot start: `,
      )
    }
    await rm(dataDir, { recursive: true })
  })
})
