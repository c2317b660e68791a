import { watch } from 'node:fs'
import { fstatSync, fsyncSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DurableFs } from '#server/db/embedded/durable-fs.ts'
import { openEngine, requireRealSync } from '#server/db/embedded/engine.ts'
import { queryFrame } from '#server/db/embedded/open.ts'
import { startChild } from '#tests/support/child-process.ts'
import { copyTemplate } from '#tests/support/embedded-template.ts'

const writer = new URL('../children/write-endlessly.ts', import.meta.url)

describe('what the embedded database acknowledges', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'zync-durable-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  test('was made safe on disk at every commit', async () => {
    await copyTemplate(dataDir)
    let syncs = 0
    const engine = await openEngine(join(dataDir, 'db'), (descriptor) => {
      syncs += 1
      fsyncSync(descriptor)
    })
    await engine.execute(queryFrame('create table safe (n int)'))
    for (let n = 0; n < 10; n += 1) {
      const before = syncs
      await engine.execute(queryFrame(`insert into safe values (${n})`))
      expect(syncs).toBeGreaterThan(before)
    }
    await engine.close()
  })

  test('by a process that was killed is made safe once more, and each file once', async () => {
    const synced = new Map<number, number>()
    const closed = join(dataDir, 'closed')
    const killed = join(dataDir, 'killed')
    await mkdir(closed)
    await copyTemplate(closed)
    const first = await openEngine(join(closed, 'db'))
    await first.execute(queryFrame('create table safe (n int); insert into safe values (7)'))
    await cp(join(closed, 'db'), killed, { recursive: true })
    await first.close()

    const files = await readdir(killed, { recursive: true, withFileTypes: true })
    const there = files
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).ino)
    const engine = await openEngine(killed, (descriptor) => {
      const { ino } = fstatSync(descriptor)
      synced.set(ino, (synced.get(ino) ?? 0) + 1)
      fsyncSync(descriptor)
    })
    expect(there.filter((ino) => !synced.has(ino))).toEqual([])
    const again = there.filter((ino) => (synced.get(ino) ?? 0) > 1)
    expect(again.length).toBeLessThan(there.length / 10)
    const answer = await engine.execute(queryFrame('select n from safe'))
    expect(Buffer.from(answer).toString('latin1')).toContain('\x017')
    await engine.close()
  })

  test('is refused from the first failed fsync on, and for good', async () => {
    await copyTemplate(dataDir)
    let broken = false
    const engine = await openEngine(join(dataDir, 'db'), (descriptor) => {
      if (broken) throw new Error('EIO: i/o error, fsync')
      fsyncSync(descriptor)
    })
    await engine.execute(queryFrame('create table unsafe (n int)'))
    broken = true
    await expect(engine.execute(queryFrame('insert into unsafe values (1)'))).rejects.toThrow(
      'The disk refused to make data safe: EIO: i/o error, fsync',
    )
    broken = false
    await expect(engine.execute(queryFrame('select 1'))).rejects.toThrow('The disk refused')
  })

  test('a database that runs without fsync fails the self-test', async () => {
    await copyTemplate(dataDir)
    const files = new DurableFs(join(dataDir, 'db'))
    const asItComes = await PGlite.create({ fs: files })
    await expect(
      requireRealSync({ run: (sql) => asItComes.exec(sql), syncCount: () => files.syncCount }),
    ).rejects.toThrow('does not make commits safe on disk (0 fsync calls in a commit)')
    await asItComes.close()
  })

  test('a first start that was killed halfway leaves nothing in the way of the next', async () => {
    const home = JSON.stringify({ kind: 'embedded', dataDir })
    const begun = new Promise<void>((resolve) => {
      const watcher = watch(dataDir, (_event, name) => {
        if (name !== 'db.new') return
        watcher.close()
        resolve()
      })
    })
    const first = startChild(writer, home)
    await begun
    await first.kill()
    const second = startChild(writer, home)
    expect(JSON.parse(await second.nextLine())).toMatchObject({ n: 0 })
    await second.kill()
  })
})
