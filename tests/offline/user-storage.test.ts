import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { meetEpoch } from '#src/offline/engine/sent.ts'
import { endSession, finishWipe } from '#src/offline/session/end-session.ts'
import {
  clearSession,
  noteWipe,
  wipeDone,
  SessionEndedError,
} from '#src/offline/session/session-copy.ts'
import { unfinishedWipe } from '#src/offline/session/session-start.ts'
import { UserDatabase, openUserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { commonStorage, userDatabaseName } from '#src/offline/storage/user-storage.ts'
import { claimDatabase } from '#src/offline/storage/user-transaction.ts'
import { chatId } from '#tests/support/chat-rows.ts'
import { plan } from './chat-phone.ts'
import { installBuckets, removeBuckets, type FakeBuckets } from './fake-buckets.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { answers, answersDays, closePhones, nowMs, openPhone, openTab } from './phone.ts'

let buckets: FakeBuckets
let userId: string
const opened: UserDatabase[] = []

beforeEach(() => {
  installCaches()
  buckets = installBuckets()
  userId = crypto.randomUUID()
})

afterEach(async () => {
  vi.useRealTimers()
  for (const db of opened.splice(0)) db.close({ disableAutoOpen: true })
  removeBuckets()
  removeCaches()
  await clearSession()
  await wipeDone()
  await closePhones()
})

async function openOwn(): Promise<UserDatabase> {
  const db = await openUserDatabase(userId, () => true)
  opened.push(db)
  return db
}

async function logIn(): Promise<UserDatabase> {
  const db = await openOwn()
  await claimDatabase(db, () => crypto.randomUUID())
  return db
}

describe('the storage of a person', () => {
  test('is a bucket of their own, and nothing of them is in the one that all share', async () => {
    const db = await logIn()
    await answersDays(db, 2)
    expect(buckets.names()).toEqual([userDatabaseName(userId)])
    expect(await buckets.databasesOf(userDatabaseName(userId))).toEqual([userDatabaseName(userId)])
    expect(await Dexie.exists(userDatabaseName(userId))).toBe(false)
  })

  test('is made for nobody who is not logged in', async () => {
    await expect(openUserDatabase(userId, () => false)).rejects.toThrow(SessionEndedError)
    expect(buckets.names()).toEqual([])
  })

  test('is the common one where the browser has no buckets', async () => {
    removeBuckets()
    const db = await logIn()
    expect(db.storage).toBe(commonStorage)
    expect(await Dexie.exists(userDatabaseName(userId))).toBe(true)
    await endSession(db)
    expect(await Dexie.exists(userDatabaseName(userId))).toBe(false)
  })

  test('answers again after the browser lost it', async () => {
    const db = await logIn()
    await answersDays(db, 2)
    buckets.lose()
    db.close({ disableAutoOpen: false })
    await answers(db, { trackerType: 'Sleep', answer: '7 - 8' })
    expect(await unsentOps(db)).toHaveLength(3)
  })

  test('goes as a whole at a logout, and that of another person stays', async () => {
    const db = await logIn()
    await answersDays(db, 2)
    const other = await openUserDatabase(crypto.randomUUID(), () => true)
    opened.push(other)
    await claimDatabase(other, () => crypto.randomUUID())
    await endSession(db)
    expect(buckets.names()).toEqual([userDatabaseName(other.userId)])
  })

  test('goes although a tab that sleeps has it open, and that tab brings nothing back', async () => {
    const db = await logIn()
    const sleeping = await openOwn()
    await sleeping.open()
    // It hears of nothing.

    Object.assign(sleeping.backendDB(), { onversionchange: null })
    await endSession(db)
    sleeping.close({ disableAutoOpen: false })
    await expect(answers(sleeping)).rejects.toThrow(SessionEndedError)
    expect(sleeping.deleted).toBe(true)
    expect(buckets.names()).toEqual([])
  })

  test('is emptied at once where no bucket is and a tab that sleeps has it open, and goes with that tab', async () => {
    removeBuckets()
    const db = await logIn()
    await answersDays(db, 2)
    const sleeping = await openAsleep(userDatabaseName(userId))
    await noteWipe(userId)
    await endSession(db)
    expect(await unfinishedWipe()).toBeUndefined()
    expect(await rowsIn(sleeping)).toBe(0)
    sleeping.close()
    expect(await Dexie.exists(userDatabaseName(userId))).toBe(false)
  })

  test('goes although a tab that sleeps has the shared copies open, which are emptied and can be opened', async () => {
    const db = await logIn()
    await sharedDatabase().providerLists.put({ name: 'all', count: 1, asOfMs: nowMs })
    const sleeping = await openAsleep('zync-shared')
    const tabs = await holdTabs(2)
    // The second after which the product gives up on a storage does not pass, however long the machine stalls.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await endSession(db).finally(() => vi.useRealTimers())
    tabs.close()
    expect(await rowsIn(sleeping)).toBe(0)
    expect(buckets.names()).toEqual([])
    // Whoever logs in next does not wait for that tab.
    userId = crypto.randomUUID()
    const next = await logIn()
    expect(await sharedDatabase().providerLists.count()).toBe(0)
    sleeping.close()
    await endSession(next)
    expect(await Dexie.exists('zync-shared')).toBe(false)
  })

  test('of a wipe that was cut short goes at the next start', async () => {
    await logIn()
    await noteWipe(userId)
    await finishWipe()
    expect(buckets.names()).toEqual([])
  })
})

describe('what an older build kept in the common storage', () => {
  /** As a phone is left by the build before: in the common storage, with something in every kind of table. */
  async function olderPhone(): Promise<UserDatabase> {
    removeBuckets()
    const old = await openPhone(userId)
    await answersDays(old, 120)
    await old.outbox.where('seq').below(40).delete()
    await old.chatDrafts.put({ chatId, text: 'Look', file: null, at: nowMs })
    await old.attachmentFiles.put({ messageId: 'm-1', type: plan.type, data: plan.data })
    await old.trackerEntries.put(entry)
    await old.meta.put({ key: 'bioDraft', text: 'About me' })
    buckets = installBuckets()
    return old
  }

  test('moves into the bucket with every row, and leaves nothing behind', async () => {
    const old = await olderPhone()
    const before = await rowsOf(old)
    const db = await logIn()
    expect(await rowsOf(db)).toEqual(before)
    expect(await Dexie.exists(userDatabaseName(userId))).toBe(false)
    // The next tap comes behind all others.
    const last = (await unsentOps(db)).at(-1)?.seq ?? 0
    await answers(db, { trackerType: 'Sleep', answer: '7 - 8' })
    expect((await unsentOps(db)).at(-1)?.seq).toBe(last + 1)
  })

  test('goes on counting behind what was sent, which a restore of the server brings back', async () => {
    const old = await olderPhone()
    const sent = (await old.outbox.toArray()).map((row) => ({
      ...row,
      epoch: 'first',
      sentAt: nowMs,
    }))
    await old.sentOps.bulkPut(sent)
    await old.outbox.clear()
    await old.meta.put({ key: 'epoch', epoch: 'first' })
    const db = await logIn()
    expect(await db.outbox.count()).toBe(0)
    const mine = await answers(db, { trackerType: 'Sleep', answer: '7 - 8' })
    await meetEpoch(db, 'second', nowMs)
    const ids = (await unsentOps(db)).map(({ opId }) => opId)
    expect(ids).toEqual([...sent.map(({ opId }) => opId), 'opId' in mine && mine.opId])
  })

  test('moves anew after a move that was cut short', async () => {
    const old = await olderPhone()
    const before = await rowsOf(old)
    const killed = await openOwn()
    killed.claiming = true
    await killed.open()
    await old.meta
      .where('key')
      .equals('owner')
      .modify({ userId: '' } as object)
    await killed.outbox.bulkPut((await old.outbox.toArray()).slice(0, 7))
    await killed.trackerEntries.put({ ...entry, day: '2026-01-01' as typeof entry.day })
    killed.close({ disableAutoOpen: true })
    const db = await logIn()
    expect(await rowsOf(db)).toEqual(before)
  })

  test('takes nothing more from a tab of the older build while it moves', async () => {
    const old = await olderPhone()
    await logIn()
    await expect(answers(old)).rejects.toThrow(SessionEndedError)
    expect(await Dexie.exists(userDatabaseName(userId))).toBe(false)
  })

  test('is moved once by two tabs that start together', async () => {
    const old = await olderPhone()
    const before = await rowsOf(old)
    const tabs = await Promise.all([logIn(), logIn()])
    for (const tab of tabs) expect(await rowsOf(tab)).toEqual(before)
    expect(new Set(tabs.map(({ viewerId }) => viewerId)).size).toBe(1)
  })

  test('goes at a logout that comes before any move', async () => {
    const old = await olderPhone()
    old.close({ disableAutoOpen: true })
    await noteWipe(userId)
    await finishWipe()
    expect(await Dexie.exists(userDatabaseName(userId))).toBe(false)
    expect(buckets.names()).toEqual([])
  })

  test('is moved by nobody but a login', async () => {
    const old = await olderPhone()
    old.close()
    const worker = await openOwn()
    await expect(answers(worker)).rejects.toThrow(SessionEndedError)
    expect(await unsentOps(openTab(userId))).toHaveLength(81)
  })
})

const entry = {
  id: 'e-1',
  trackerType: 'Mood',
  answer: 'happy',
  date: '2026-02-01',
  day: '2026-02-01',
  score: 4,
} as never as Parameters<UserDatabase['trackerEntries']['put']>[0]

/** A connection of a tab that was put to sleep: it lets go of nothing. */
async function openAsleep(name: string): Promise<IDBDatabase> {
  return await new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('Not opened')))
  })
}

async function rowsIn(db: IDBDatabase): Promise<number> {
  const names = [...db.objectStoreNames]
  const transaction = db.transaction(names)
  const counts = names.map((name) => transaction.objectStore(name).count())
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  return counts.reduce((sum, { result }) => sum + result, 0)
}

/** So many tabs are open. */
async function holdTabs(count: number): Promise<{ close: () => void }> {
  const closed = Promise.withResolvers<void>()
  const hold = () =>
    new Promise<void>((resolve) => {
      void navigator.locks.request('tab', { mode: 'shared' }, async () => {
        resolve()
        await closed.promise
      })
    })
  await Promise.all(Array.from({ length: count }, hold))
  return { close: closed.resolve }
}

async function rowsOf(db: UserDatabase): Promise<Record<string, unknown[]>> {
  const tables = await Promise.all(
    db.tables.map(async (table) => [table.name, await table.toArray()] as const),
  )
  return Object.fromEntries(tables)
}
