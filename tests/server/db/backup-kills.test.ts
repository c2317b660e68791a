import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extractArchive } from '#server/backup/archive.ts'
import { restoreSnapshot } from '#server/backup/restore.ts'
import { makeSnapshot } from '#server/backup/snapshot.ts'
import { startEngine, unfinishedRestore } from '#server/db/embedded/start.ts'
import { users } from '#server/db/schema/account.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { addPerson } from '#tests/support/people.ts'
import { quickNode } from '#tests/support/quick-node.ts'

/* `KILL_RUNS` kills more often than twice each, `KILL_SEED` elsewhere. */
const kills = Number(process.env['KILL_RUNS'] ?? 2)
const random = randomFrom(Number(process.env['KILL_SEED'] ?? 16))
const upTo = (most: number) => 1 + Math.floor(random() * most)

const admin = fileURLToPath(new URL('../../../server/admin.ts', import.meta.url))
const killAt = new URL('../../support/kill-at.ts', import.meta.url).href
const peopleCount = 3
const deps = { log: quietLog, onFatal: failTest, newId: uuidv7 }

/** A database with people, a file of theirs and a key; and a snapshot of it. */
let home: DatabaseHome
let folder: string
let whole: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zync-kills-'))
  whole = join(folder, 'whole.tar.gz')
  home = await createDatabaseHome('embedded')
  await mkdir(join(home.dataDir, 'blobs/ab'), { recursive: true })
  await writeFile(join(home.dataDir, 'blobs/ab/picture'), Buffer.alloc(70_000, 7))
  await writeFile(join(home.dataDir, 'sealing.key'), Buffer.alloc(32, 3).toString('base64'))
  const database = await openHome(home)
  for (let count = 0; count < peopleCount; count += 1) await addPerson(database)
  await makeSnapshot({ database, dataDir: home.dataDir }, whole, new Date())
  await database.close()
})
afterAll(async () => {
  await home.remove()
  await rm(folder, { recursive: true })
})

/** Where the process is to die, one kind of place after the other. */
function* placesOf(...kinds: (() => string)[]): Generator<string> {
  for (let turn = 0; turn < kills; turn += 1) yield kinds[turn % kinds.length]?.() ?? ''
}

describe('a kill -9', () => {
  test('inside a snapshot leaves the data whole and no file that is half; the next one is made', async () => {
    const file = join(folder, 'zync.tar.gz')
    const kinds = [() => `copy ${upTo(150)}`, () => `readFile ${upTo(900)}`, () => 'rename 1']
    for (const place of placesOf(...kinds)) {
      expect([place, await run(place, 'snapshot', file)]).toEqual([place, died])
      expect(existsSync(file)).toBe(false)
      const half = `${file}.new`
      // Before its renaming it is whole, under a name that says that nobody has looked at it yet.
      const unseen = existsSync(half) && place !== 'rename 1'
      expect(unseen ? await refusalOf(half) : refused).toMatch(refused)
      if (place === 'rename 1') await rm(half)
    }
    const database = await openHome(home)
    expect(await database.orm.$count(users)).toBe(peopleCount)
    await makeSnapshot({ database, dataDir: home.dataDir }, file, new Date())
    await database.close()
    const { files } = await extractArchive(file, join(folder, 'unpacked'))
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['blobs/ab/picture', 'sealing.key']))
    expect(await readdir(join(home.dataDir, 'snapshots'))).toEqual([])
  })

  test('inside a restore leaves nothing that a server would start on; the next one goes through', async () => {
    const target = join(folder, 'data')
    const kinds = [
      () => `rename ${1 + upTo(3)}`,
      () => `writeFile ${upTo(900)}`,
      () => 'rename 1',
      () => 'rename 2',
      () => 'rename 3',
      () => 'rename 4',
    ]
    for (const place of placesOf(...kinds)) {
      expect([place, await run(place, 'restore', whole, target)]).toEqual([place, died])
      await expect(startEngine(target, failTest)).rejects.toThrow(/Restore again/)
    }
    await restoreSnapshot(deps, whole, target)
    expect((await readdir(target)).toSorted()).toEqual(['blobs', 'db', 'sealing.key'])
    const database = await openHome({ ...home, dataDir: target })
    expect(await database.orm.$count(users)).toBe(peopleCount)
    await database.close()
  })

  test('after a restore’s last rename leaves a directory on which a server starts', async () => {
    const target = join(folder, 'done')
    // Two of what an earlier one may have left, and then its own.
    expect(await run('rm 3', 'restore', whole, target)).toEqual(died)
    expect((await readdir(target)).toSorted()).toEqual(['.restored', 'blobs', 'db', 'sealing.key'])
    const database = await openHome({ ...home, dataDir: target })
    expect(await database.orm.$count(users)).toBe(peopleCount)
    await database.close()
  })

  test('after any of a restore’s renames is no dead end, and one that fails leaves the directory as empty as before', async () => {
    const target = join(folder, 'renamed')
    const stage = join(target, unfinishedRestore)
    const parts = ['sealing.key', 'blobs', 'db']
    const damaged = join(folder, 'damaged.tar.gz')
    await writeFile(damaged, 'no snapshot')
    for (let moved = 0; moved <= parts.length; moved += 1) {
      await mkdir(stage, { recursive: true })
      await writeFile(join(stage, 'going-up'), '')
      for (const [index, name] of parts.entries()) {
        await mkdir(join(index < moved ? target : stage, name), { recursive: true })
      }
      const mistyped = restoreSnapshot(deps, join(folder, 'nothing.tar.gz'), target)
      await expect(mistyped).rejects.toThrow(/ENOENT/)
      expect(await readdir(target)).toHaveLength(moved + 1)
      const restoring = restoreSnapshot(deps, damaged, target)
      await expect(restoring).rejects.toThrow(/no whole snapshot/)
      expect(await readdir(target)).toEqual([])
    }
    await mkdir(stage, { recursive: true })
    await writeFile(join(target, 'evidence.key'), 'of somebody else')
    await expect(restoreSnapshot(deps, whole, target)).rejects.toThrow(/is not empty/)
    expect(await readdir(target)).toContain('evidence.key')
  })

  test.runIf(databasesUnderTest('both').length === 2)(
    'inside a move to PostgreSQL leaves both sides as they were; the next one moves everything',
    async () => {
      const target = await createDatabaseHome('postgres')
      const there = await openHome(target)
      const keys = async () => {
        const text = `select count(*)::int as n from pg_constraint where contype = 'f'`
        return (await there.pool.query<{ n: number }>(text)).rows[0]?.n
      }
      const keysBefore = await keys()
      const move = (place: string) =>
        run(place, 'move-to-postgres', undefined, undefined, target.databaseUrl)
      const kinds = [
        () => `query ${upTo(40)} fetch`,
        () => 'query 1 commit',
        () => `query ${upTo(20)} add constraint`,
      ]
      for (const place of placesOf(...kinds)) {
        expect([place, await move(place)]).toEqual([place, died])
        expect([await there.orm.$count(users), await keys()]).toEqual([0, keysBefore])
      }
      const done = await move('')
      expect(done).toMatchObject({ ended: 0, output: expect.stringContaining('users: 3 rows') })
      expect([await there.orm.$count(users), await keys()]).toEqual([peopleCount, keysBefore])
      const again = await move('')
      expect(again).toMatchObject({ ended: 1, output: expect.stringContaining('People are in') })
      await there.close()
      await target.remove()
    },
  )
})

const refused = 'no whole snapshot'

/** How a file is refused; a word of its own where it is taken. */
function refusalOf(file: string): Promise<string> {
  return restoreSnapshot(deps, file, join(folder, 'aside')).then(
    () => 'taken for whole',
    (error: unknown) => String(error),
  )
}

interface Ended {
  readonly ended: number | string
  readonly output: string
}

const died: Ended = { ended: 'SIGKILL', output: '' }

/** Runs a command of the operator's that dies at a place; lives where the place is ''. */
function run(
  place: string,
  command: string,
  file?: string,
  dataDir = home.dataDir,
  targetUrl = '',
): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'],
    ...quickNode.env,
    DATA_DIR: dataDir,
    TARGET_DATABASE_URL: targetUrl,
    KILL_AT: place,
  }
  const args = [...quickNode.args, '--import', killAt, admin, command, ...(file ? [file] : [])]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      const ended = error?.signal ?? Number(error?.code ?? 0)
      resolve({ ended, output: ended === 'SIGKILL' ? '' : stdout + stderr })
    })
  })
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
