import Dexie from 'dexie'
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userDatabaseName } from '#src/offline/storage/user-storage.ts'
import { claimDatabase, follow, userTransaction } from '#src/offline/storage/user-transaction.ts'
import { patience } from '#tests/support/patience.ts'
import { answers, answersDays, closePhones, openPhone, openTab, putRow } from './phone.ts'

afterEach(closePhones)

describe('a database without a login', () => {
  test('takes nothing, and the work is not begun', async () => {
    const db = openTab(crypto.randomUUID())
    let begun = false
    const work = async () => void (begun = true)
    await expect(userTransaction(db, [db.outbox], work)).rejects.toThrow(SessionEndedError)
    expect(begun).toBe(false)
  })

  test('takes nothing as somebody else', async () => {
    const db = await openPhone()
    await db.meta.put({ key: 'owner', userId: crypto.randomUUID() })
    await expect(answers(db)).rejects.toThrow(SessionEndedError)
    expect(await unsentOps(db)).toEqual([])
  })

  test('is that of the next login', async () => {
    const db = openTab(crypto.randomUUID())
    await claimDatabase(db, () => crypto.randomUUID())
    expect(await answers(db)).toMatchObject({ status: 'queued' })
    const { userId, viewerId } = db
    expect(await db.meta.get('owner')).toEqual({ key: 'owner', userId, viewerId })
  })

  test('a login that failed leaves no way to make one', async () => {
    const db = openTab(crypto.randomUUID())
    vi.spyOn(db.meta, 'put').mockRejectedValueOnce(new RangeError('torn cable'))
    await expect(claimDatabase(db, () => crypto.randomUUID())).rejects.toThrow('torn cable')
    expect(db.claiming).toBe(false)
    await expect(answers(db)).rejects.toThrow(SessionEndedError)
  })

  test('a second login of the same person keeps what waits', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 2)
    await claimDatabase(openTab(db.userId), () => crypto.randomUUID())
    expect(await unsentOps(db)).toEqual(rows)
  })
})

describe('a database that was deleted under a tab', () => {
  async function deletedUnder(): Promise<UserDatabase> {
    const db = await openPhone()
    await answersDays(db, 2)
    const otherTab = openTab(db.userId)
    await otherTab.open()
    await otherTab.delete()
    return db
  }

  test('is not brought back by anything the tab does', async () => {
    const db = await deletedUnder()
    expect(db.deleted).toBe(true)
    await expect(answers(db)).rejects.toThrow(SessionEndedError)
    await expect(claimDatabase(db, () => crypto.randomUUID())).rejects.toThrow(SessionEndedError)
    await expect(unsentOps(db)).rejects.toThrow(Dexie.DatabaseClosedError)
    expect(await Dexie.exists(userDatabaseName(db.userId))).toBe(false)
  })

  test('stays away when it goes in the middle of the tab’s work', async () => {
    const db = await openPhone()
    const work = userTransaction(db, [db.outbox], async () => {
      db.deleted = true
      throw new Dexie.DatabaseClosedError()
    })
    await expect(work).rejects.toThrow(SessionEndedError)
  })

  test('is not made anew when a tab that slept through it writes', async () => {
    const db = await openPhone()
    await answersDays(db, 2)
    const sleeper = openTab(db.userId)
    await db.delete({ disableAutoOpen: true })
    await expect(answers(sleeper)).rejects.toThrow(SessionEndedError)
    expect(await Dexie.exists(userDatabaseName(db.userId))).toBe(false)
  })

  test('is new for the person’s next login, in a new handle', async () => {
    const db = await deletedUnder()
    const next = await openPhone(db.userId)
    expect(await unsentOps(next)).toEqual([])
    expect(await answers(next)).toMatchObject({ status: 'queued' })
    await expect(answers(db)).rejects.toThrow(SessionEndedError)
  })
})

describe('a handle that died in the background', () => {
  test.each(['InvalidStateError', 'UnknownError', 'DatabaseClosedError'])(
    'with %s is opened anew, and the unit runs once more as a whole',
    async (name) => {
      const db = await openPhone()
      let runs = 0
      await userTransaction(db, [db.outbox], async () => {
        runs += 1
        await putRow(db, {})
        if (runs === 1) throw Object.assign(new Error('Connection to the server lost'), { name })
      })
      expect(runs).toBe(2)
      expect(await unsentOps(db)).toHaveLength(1)
    },
  )

  test('twice is told', async () => {
    const db = await openPhone()
    let runs = 0
    const work = userTransaction(db, [db.outbox], async () => {
      runs += 1
      throw Object.assign(new Error('lost again'), { name: 'UnknownError' })
    })
    await expect(work).rejects.toThrow('lost again')
    expect(runs).toBe(2)
  })

  test('without a word, by the system’s own hand, is opened anew', async () => {
    const db = await openPhone()
    await answersDays(db, 1)
    forceCloseDatabase(db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0])
    expect(await answers(db, { trackerType: 'Diet', answer: 'well' })).toMatchObject({
      status: 'queued',
    })
    expect(await unsentOps(db)).toHaveLength(2)
  })
})

describe('what is followed', () => {
  function followRows(db: UserDatabase): number[] {
    const seen: number[] = []
    const watching = follow(db, () => db.outbox.toArray()).subscribe((rows) => {
      seen.push(rows.length)
    })
    onTestFinished(() => watching.unsubscribe())
    return seen
  }

  test('goes on after a read that was cut short, without another write', async () => {
    const db = await openPhone()
    const seen = followRows(db)
    await vi.waitFor(() => expect(seen).toEqual([0]), patience)
    const { value } = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'getAll') ?? {}
    const getAll = value as IDBObjectStore['getAll']
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(function (
      this: IDBObjectStore,
      ...given
    ) {
      const request = getAll.apply(this, given)
      this.transaction.abort()
      return request
    })
    await answers(db)
    await vi.waitFor(() => expect(seen).toEqual([0, 1]), patience)
  })

  test('from a moment on at which nothing opens is there once it opens', async () => {
    const db = await openPhone()
    await answersDays(db, 2)
    db.close({ disableAutoOpen: false })
    const closed = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw Object.assign(new Error('Connection to the server lost'), { name: 'UnknownError' })
    })
    const seen = followRows(db)
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), patience)
    closed.mockRestore()
    await vi.waitFor(() => expect(seen).toEqual([2]), patience)
  })

  test('is left alone once the database is deleted', async () => {
    const db = await openPhone()
    const seen = followRows(db)
    await vi.waitFor(() => expect(seen).toEqual([0]), patience)
    await openTab(db.userId).delete()
    expect(db.deleted).toBe(true)
    await answers(db).catch(() => undefined)
    expect(seen).toEqual([0])
  })
})

describe('a unit', () => {
  test('that fails leaves nothing behind and runs once', async () => {
    const db = await openPhone()
    let runs = 0
    const work = userTransaction(db, [db.outbox], async () => {
      runs += 1
      await putRow(db, {})
      throw new RangeError('a defect of ours')
    })
    await expect(work).rejects.toThrow('a defect of ours')
    expect([runs, await unsentOps(db)]).toEqual([1, []])
  })

  test('goes on in a tab of an older build after another tab upgraded', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 1)
    const newer = new Dexie(userDatabaseName(db.userId))
    newer.version(2).stores({
      outbox: '++seq, &opId, lane',
      trackerEntries: '[trackerType+day]',
      meta: 'key',
      messages: 'id',
    })
    await newer.open()
    expect(db.deleted).toBe(false)
    expect(await answers(db, { trackerType: 'Diet', answer: 'well' })).toMatchObject({
      status: 'queued',
    })
    expect(await newer.table('outbox').count()).toBe(rows.length + 1)
    newer.close()
  })
})
