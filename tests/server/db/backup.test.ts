import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { utcDate } from '#contract/local-date.ts'
import { restoreSnapshot } from '#server/backup/restore.ts'
import { makeNightlySnapshot, makeSnapshot } from '#server/backup/snapshot.ts'
import { unfinishedRestore } from '#server/db/embedded/start.ts'
import { users } from '#server/db/schema/account.ts'
import { reports } from '#server/db/schema/safety.ts'
import { ledgerOps } from '#server/db/schema/upkeep.ts'
import { createEpoch } from '#server/features/sync/service.ts'
import { call } from '#tests/support/call.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { quickNode } from '#tests/support/quick-node.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { setGoodPassword } from '#tests/support/second-factor.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

const admin = fileURLToPath(new URL('../../../server/admin.ts', import.meta.url))
const deps = { log: quietLog, onFatal: failTest, newId: uuidv7 }
const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zync-backup-'))
  folders.push(folder)
  return folder
}

/** A directory with a database, a file of somebody's and a key. */
async function newHome(): Promise<DatabaseHome> {
  const home = await createDatabaseHome('embedded')
  folders.push(home.dataDir)
  await mkdir(join(home.dataDir, 'blobs/ab'), { recursive: true })
  await writeFile(join(home.dataDir, 'blobs/ab/picture'), Buffer.alloc(70_000, 7))
  await writeFile(join(home.dataDir, 'sealing.key'), Buffer.alloc(32, 3).toString('base64'))
  return home
}

async function snapshotOf(home: DatabaseHome, file: string, change?: string): Promise<void> {
  const database = await openHome(home)
  if (change) await database.pool.query(change)
  await makeSnapshot({ database, dataDir: home.dataDir }, file, new Date())
  await database.close()
}

function runAdmin(
  { dataDir, databaseUrl = '' }: Pick<DatabaseHome, 'dataDir' | 'databaseUrl'>,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env['PATH'],
    ...quickNode.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...quickNode.args, admin, ...args],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

const answerOn = (trackerType: string, answer: string) => {
  const today = utcDate(Date.now())
  return wireOp({ trackerType, answer, date: today }, { localDate: today })
}

async function push(origin: string, { token }: SignedIn, ...ops: ReturnType<typeof wireOp>[]) {
  const { reply } = await call(origin, 'pushOps', { body: { ops } }, { token })
  return { statuses: reply.results.map(({ status }) => status), epoch: reply.epoch }
}

describe('a snapshot of the embedded database', () => {
  test('is made while the server runs, and restored elsewhere as another life of its data, in which what was forgotten is new', async () => {
    const home = await newHome()
    const file = join(await newFolder(), 'zync.tar.gz')
    const opened = await openHome(home)
    const person = await addPerson(opened, {}, { fromMs: Date.now() })
    await opened.close()
    const [before, after] = [answerOn('Mood', 'happy'), answerOn('Diet', 'well')]

    const server = await startServerProcess(home)
    expect((await push(server.origin, person, before)).statuses).toEqual(['applied'])
    const made = await runAdmin(home, 'snapshot', file)
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('files') })
    const last = await push(server.origin, person, after)
    expect(last.statuses).toEqual(['applied'])
    expect((await runAdmin(home, 'snapshot', file)).output).toContain('is there already')
    await server.end('SIGKILL')

    const restored = { ...home, dataDir: join(await newFolder(), 'data') }
    const done = await runAdmin(restored, 'restore', file)
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('is as it was at') })
    for (const path of ['blobs/ab/picture', 'sealing.key']) {
      const [was, is] = [home, restored].map(({ dataDir }) => readFile(join(dataDir, path)))
      expect(await is).toEqual(await was)
    }
    const second = await startServerProcess(restored)
    const again = await push(second.origin, person, before, after)
    expect(again.statuses).toEqual(['duplicate', 'applied'])
    expect(again.epoch).not.toBe(last.epoch)
    await second.end('SIGTERM')
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect((await runAdmin(restored, 'restore', file)).output).toContain('is not empty')
  })

  test('holds who deleted their account after it, until the log of the server that lost its data says who', async () => {
    const home = await newHome()
    const opened = await openHome(home)
    const now = { fromMs: Date.now() }
    const [gone, stays] = [await addPerson(opened, {}, now), await addPerson(opened, {}, now)]
    await setGoodPassword(opened, gone.id)
    await opened.close()
    const folder = await newFolder()
    const [file, log] = [join(folder, 'zync.tar.gz'), join(folder, 'zync.log')]
    await snapshotOf(home, file)
    const server = await startServerProcess(home)
    const body = { password: goodPassword }
    expect((await call(server.origin, 'deleteAccount', { body }, gone)).status).toBe(204)
    await server.end('SIGTERM')
    const strange = ['app-1  | not JSON', '{"msg":"account deleted"}', `{"userId":"${stays.id}"}`]
    const lines = [...strange, ...server.log.map((line) => `app-1  | ${JSON.stringify(line)}`)]
    await writeFile(log, lines.join('\n'))

    const restored = { ...home, dataDir: join(folder, 'data') }
    await restoreSnapshot(deps, file, restored.dataDir)
    const again = await runAdmin(restored, 'delete-again', log)
    expect(again).toEqual({ code: 0, output: 'Accounts that are deleted again: 1.\n' })
    const after = await openHome(restored)
    expect(await after.orm.select({ id: users.id }).from(users)).toEqual([{ id: stays.id }])
    await after.close()
    const missing = await runAdmin(restored, 'delete-again', `${log}.gz`)
    expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('ENOENT') })
  })

  test('with a report in it says that its evidence.key is missing, for as long as it is', async () => {
    const home = await newHome()
    const file = join(await newFolder(), 'zync.tar.gz')
    const opened = await openHome(home)
    await opened.orm.insert(reports).values({
      id: uuidv7(),
      target: { kind: 'person', id: uuidv7() },
      sealed: 'with the key from before',
      snapshot: {},
      reason: 'other',
      note: '',
      state: 'open',
      createdAt: new Date(),
    })
    await opened.close()
    await snapshotOf(home, file)
    const restored = { ...home, dataDir: join(await newFolder(), 'data') }
    const done = await runAdmin(restored, 'restore', file)
    expect(done.output).toContain(
      'Put evidence.key back, or set EVIDENCE_KEY to its content, before you start',
    )
    const complains = ({ log }: ServerProcess) =>
      log.some(({ msg }) => String(msg).startsWith('evidence.key is missing'))
    const key = Buffer.alloc(32, 2).toString('base64')
    const given = await startServerProcess(restored, { EVIDENCE_KEY: key })
    expect(await given.end('SIGTERM')).toBe(0)
    expect(complains(given)).toBe(false)
    const without = await startServerProcess(restored)
    expect(await without.end('SIGTERM')).toBe(0)
    expect(complains(without)).toBe(true)
    await writeFile(join(restored.dataDir, 'evidence.key'), key)
    const again = await startServerProcess(restored)
    expect(await again.end('SIGTERM')).toBe(0)
    expect(complains(again)).toBe(false)
  })

  test('holds no copy that a kill cut short on its way to the files, and the next start deletes it', async () => {
    const home = await newHome()
    const pictures = join(home.dataDir, 'blobs/tracker-pictures')
    await mkdir(pictures)
    const [whole, draft] = [`${uuidv7()}.webp`, `${uuidv7()}.webp.${randomUUID()}.new`]
    await writeFile(join(pictures, whole), 'a picture')
    await writeFile(join(pictures, draft), 'half a pic')
    const folder = await newFolder()
    await snapshotOf(home, join(folder, 'zync.tar.gz'))
    await restoreSnapshot(deps, join(folder, 'zync.tar.gz'), join(folder, 'data'))
    expect(await readdir(join(folder, 'data/blobs/tracker-pictures'))).toEqual([whole])
    const server = await startServerProcess(home)
    expect(await readdir(pictures)).toEqual([whole])
    await server.end('SIGTERM')
  })

  test('that is cut short anywhere, or changed, is never taken for whole, and leaves nothing', async () => {
    const home = await newHome()
    const folder = await newFolder()
    const file = join(folder, 'zync.tar.gz')
    await snapshotOf(home, file)
    const { size } = await stat(file)
    const target = join(folder, 'data')
    const bad = join(folder, 'bad.tar.gz')
    for (const part of [0, 0.01, 0.2, 0.999]) {
      await cp(file, bad)
      await truncate(bad, Math.floor(size * part))
      await expect(restoreSnapshot(deps, bad, target)).rejects.toThrow(/no whole snapshot/)
    }
    const bytes = await readFile(file)
    for (const at of [20, size >> 3]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0x55
      await writeFile(bad, changed)
      await expect(restoreSnapshot(deps, bad, target)).rejects.toThrow(/no whole snapshot/)
    }
    expect(await readdir(target)).toEqual([])
  })

  test('of a later build is refused in words, and one of an earlier build is brought up to date', async () => {
    const home = await newHome()
    const folder = await newFolder()
    const [newer, older] = ['newer.tar.gz', 'older.tar.gz'].map((name) => join(folder, name))
    if (!newer || !older) throw new Error('names')
    const columns = 'drizzle.__drizzle_migrations (hash, created_at)'
    await snapshotOf(home, newer, `insert into ${columns} values ('x', 99999999999999)`)
    const target = join(folder, 'data')
    await expect(restoreSnapshot(deps, newer, target)).rejects.toThrow(/of a later build/)
    expect(await readdir(target)).toEqual([])
    // As it was before the migration that made this table.
    const before = await newHome()
    await snapshotOf(
      before,
      older,
      `drop table server_epoch;
       delete from drizzle.__drizzle_migrations where created_at = 1795385294667`,
    )
    await restoreSnapshot(deps, older, target)
    const database = await openHome({ ...home, dataDir: target })
    const { rows } = await database.pool.query('select count(*)::int as n from server_epoch')
    expect(rows).toEqual([{ n: 1 }])
    await database.close()
  })

  test('whose restore was killed keeps servers away, and is restored anew', async () => {
    const home = await newHome()
    const folder = await newFolder()
    const file = join(folder, 'zync.tar.gz')
    await snapshotOf(home, file)
    const target = join(folder, 'data')
    await mkdir(join(target, unfinishedRestore, 'db'), { recursive: true })
    await expect(openHome({ ...home, dataDir: target })).rejects.toThrow(/cut short/)
    await restoreSnapshot(deps, file, target)
    expect((await readdir(target)).toSorted()).toEqual(['blobs', 'db', 'sealing.key'])
  })

  test('is refused where a restore was killed while it unpacked and somebody has put data there since, which stays', async () => {
    const home = await newHome()
    const file = join(await newFolder(), 'zync.tar.gz')
    await snapshotOf(home, file, `update server_epoch set epoch = '${uuidv7()}'`)
    const before = (await readdir(home.dataDir)).toSorted()
    const stage = join(home.dataDir, unfinishedRestore)
    await mkdir(join(stage, 'db'), { recursive: true })
    await expect(openHome(home)).rejects.toThrow(/Restore again/)
    const refusal = await runAdmin(home, 'restore', file)
    expect(refusal).toMatchObject({ code: 1, output: expect.stringContaining(`delete ${stage}.`) })
    await rm(stage, { recursive: true })
    expect((await readdir(home.dataDir)).toSorted()).toEqual(before)
    const database = await openHome(home)
    expect(await database.pool.query('select 1 from server_epoch')).toMatchObject({ rowCount: 1 })
    await database.close()
  })

  test('loses nothing that was acknowledged while it was made, with writes under way', async () => {
    const home = await newHome()
    const folder = await newFolder()
    const database = await openHome(home)
    let acknowledged = 0
    const stopping = new AbortController()
    const writer = (async () => {
      while (!stopping.signal.aborted) {
        await database.pool.query(
          `insert into ledger_ops (user_id, op_id, body_hash) values ($1, gen_random_uuid(), '')`,
          [uuidv7()],
        )
        acknowledged += 1
      }
    })()
    for (const round of [1, 2]) {
      const before = acknowledged
      const file = join(folder, `${round}.tar.gz`)
      await makeSnapshot({ database, dataDir: home.dataDir }, file, new Date())
      const target = join(folder, `data-${round}`)
      await restoreSnapshot(deps, file, target)
      const copy = await openHome({ ...home, dataDir: target })
      expect(await copy.orm.$count(ledgerOps)).toBeGreaterThanOrEqual(before)
      await copy.close()
    }
    stopping.abort()
    await writer
    await database.close()
  })

  test('is made each night, of which the newest stay, and what a death left goes', async () => {
    const home = await newHome()
    const snapshots = join(home.dataDir, 'snapshots')
    const die = async () => {
      await mkdir(join(snapshots, '.stage-dead'), { recursive: true })
      await writeFile(join(snapshots, 'zync-2026-01-01T000000.tar.gz.new'), 'half')
    }
    await die()
    const database = await openHome(home)
    expect(await readdir(snapshots)).toEqual([])
    await die()
    for (const day of [1, 2, 3]) {
      const now = new Date(Date.UTC(2026, 1, day))
      await makeNightlySnapshot({ database, dataDir: home.dataDir }, now, 2)
    }
    expect((await readdir(snapshots)).toSorted()).toEqual([
      'zync-2026-02-02T000000.tar.gz',
      'zync-2026-02-03T000000.tar.gz',
    ])
    await database.close()
  })
})

test.each(databasesUnderTest('both'))(
  'data that was put back by other means is in another life once its operator says so, on %s',
  async (kind) => {
    const home = await createDatabaseHome(kind)
    const epochNow = async () => {
      const database = await openHome(home)
      const epoch = await createEpoch(database.pool, Date.now).current()
      await database.close()
      return epoch
    }
    const before = await epochNow()
    expect(await epochNow()).toBe(before)
    const done = await runAdmin(home, 'new-epoch')
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('send again') })
    expect(await epochNow()).not.toBe(before)
    await home.remove()
  },
)

test('nobody begins an empty database by asking for another life of it', async () => {
  const nowhere = { dataDir: await newFolder(), databaseUrl: undefined }
  const done = await runAdmin(nowhere, 'new-epoch')
  expect(done).toMatchObject({ code: 1, output: expect.stringContaining('There is no database') })
  expect(await readdir(nowhere.dataDir)).toEqual([])
})
