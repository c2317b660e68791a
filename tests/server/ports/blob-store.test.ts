import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blobRemovals } from '#server/db/schema/upkeep.ts'
import { diskBlobs } from '#server/ports/blobs/open.ts'
import { createBlobStore, type BlobStore } from '#server/ports/blobs/store.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const hourMs = 3_600_000

describe.each(databasesUnderTest())('files and the rows that name them, on %s', (kind) => {
  let open: TestDatabase
  let directory: string
  let blobs: BlobStore
  let nowMs = 0
  let away = false
  /** Files that cannot be removed, as where their folder is somebody else's. */
  const stuck = new Set<string>()
  let removals = 0
  /** What a removal that fails takes of the time. */
  let failingMs = 0
  let whileFailing: (() => Promise<unknown>) | undefined

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    directory = await mkdtemp(join(tmpdir(), 'zync-store-'))
    await writeFile(join(directory, 'file'), 'content')
    const disk = diskBlobs(join(directory, 'blobs'))
    const port = {
      ...disk,
      delete: async (key: string) => {
        removals += 1
        if (away || stuck.has(key)) {
          nowMs += failingMs
          await whileFailing?.()
          throw new Error(away ? 'away' : 'stuck')
        }
        await disk.delete(key)
      },
    }
    const log = pino({ level: 'silent' })
    blobs = createBlobStore({ port, orm: open.database.orm, now: () => nowMs, log })
  })
  afterAll(async () => {
    await open.drop()
    await rm(directory, { recursive: true, force: true })
  })

  const inTransaction = (work: Parameters<typeof open.database.orm.transaction>[0]) =>
    open.database.orm.transaction(work)
  const stage = (key: string) => blobs.stage(key, join(directory, 'file'))
  async function isThere(key: string): Promise<boolean> {
    const blob = await blobs.get(key)
    blob?.stream.destroy()
    return blob !== undefined
  }

  test('a file that a row names stays', async () => {
    await stage('papers/kept')
    await inTransaction((tx) => blobs.keep(tx, ['papers/kept']))
    nowMs += 2 * hourMs
    await blobs.sweep()
    expect(await isThere('papers/kept')).toBe(true)
  })

  test('a file of a request that died is gone after an hour, and not sooner', async () => {
    await stage('papers/orphan')
    nowMs += hourMs - 1
    await blobs.sweep()
    expect(await isThere('papers/orphan')).toBe(true)
    nowMs += 1
    await blobs.sweep()
    expect(await isThere('papers/orphan')).toBe(false)
  })

  test('a file is not kept by a transaction that comes to nothing', async () => {
    await stage('papers/undone')
    const undone = inTransaction(async (tx) => {
      await blobs.keep(tx, ['papers/undone'])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    nowMs += hourMs
    await blobs.sweep()
    expect(await isThere('papers/undone')).toBe(false)
  })

  test('a file whose row is gone is removed, later if the store is away', async () => {
    await stage('papers/left')
    await inTransaction((tx) => blobs.keep(tx, ['papers/left']))
    await inTransaction((tx) => blobs.drop(tx, ['papers/left']))
    away = true
    await expect(blobs.sweep()).rejects.toThrow('away')
    await blobs.discard(['papers/left'])
    away = false
    expect(await isThere('papers/left')).toBe(true)
    await blobs.sweep()
    expect(await isThere('papers/left')).toBe(false)
    expect(await open.database.orm.$count(blobRemovals)).toBe(0)
  })

  test('a file that cannot be removed holds up no other, and is tried again', async () => {
    const keys = ['papers/stuck', 'papers/free', 'papers/later']
    stuck.add('papers/stuck')
    for (const key of keys) {
      await stage(key)
      await inTransaction((tx) => blobs.keep(tx, [key]))
      await inTransaction((tx) => blobs.drop(tx, [key]))
      nowMs += 1
    }
    await expect(blobs.sweep()).rejects.toThrow('stuck')
    expect(await Promise.all(keys.map(isThere))).toEqual([true, false, false])
    await expect(blobs.sweep()).rejects.toThrow('stuck')
    stuck.clear()
    await blobs.sweep()
    expect(await isThere('papers/stuck')).toBe(false)
  })

  test('however many cannot be removed, the one after them is by the second look', async () => {
    const keys = Array.from({ length: 250 }, (_, index) => `papers/stuck-${index}`)
    for (const key of keys) stuck.add(key)
    await inTransaction((tx) => blobs.drop(tx, keys))
    nowMs += 1
    await stage('papers/behind')
    await inTransaction((tx) => blobs.drop(tx, ['papers/behind']))
    nowMs += 60_000
    await expect(blobs.sweep()).rejects.toThrow('stuck')
    expect(await isThere('papers/behind')).toBe(true)
    nowMs += 60_000
    await expect(blobs.sweep()).rejects.toThrow('stuck')
    expect(await isThere('papers/behind')).toBe(false)
    stuck.clear()
    await open.database.orm.delete(blobRemovals)
  })

  test('a store that is long in failing is asked for half a minute, and the rest the next time', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `papers/slow-${index}`)
    await inTransaction((tx) => blobs.drop(tx, keys))
    removals = 0
    away = true
    failingMs = 10_000
    await expect(blobs.sweep()).rejects.toThrow('away')
    expect(removals).toBe(3)
    away = false
    failingMs = 0
    await blobs.sweep()
    expect(await open.database.orm.$count(blobRemovals)).toBe(0)
  })

  test('a file that is to stay longer while it cannot be removed stays as long', async () => {
    const path = join(directory, 'file')
    const until = new Date(nowMs + 30 * 24 * hourMs)
    await inTransaction((tx) => blobs.drop(tx, ['assets/stuck']))
    whileFailing = () => blobs.stock([{ key: 'assets/stuck', path }], until)
    stuck.add('assets/stuck')
    await expect(blobs.sweep()).rejects.toThrow('stuck')
    whileFailing = undefined
    stuck.clear()
    await blobs.sweep()
    expect(await blobs.stocked(['assets/stuck'])).toEqual(['assets/stuck'])
    expect(await isThere('assets/stuck')).toBe(true)
  })

  test('a file that a row names stays, whoever takes it for one that is not needed', async () => {
    await stage('papers/needed')
    await stage('papers/needless')
    await inTransaction((tx) => blobs.keep(tx, ['papers/needed']))
    await blobs.discard(['papers/needed', 'papers/needless'])
    expect(await isThere('papers/needed')).toBe(true)
    expect(await isThere('papers/needless')).toBe(false)
    nowMs += hourMs
    await blobs.sweep()
    expect(await isThere('papers/needed')).toBe(true)
  })

  test('a file that is gone cannot be kept', async () => {
    const keeping = inTransaction((tx) => blobs.keep(tx, ['papers/nothing']))
    await expect(keeping).rejects.toThrow('gone before it could be kept')
  })
})
