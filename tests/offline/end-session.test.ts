import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withDrainLock } from '#src/offline/engine/lock.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { forceQueue } from '#src/offline/engine/queue.ts'
import { endSession, finishWipe } from '#src/offline/session/end-session.ts'
import {
  SessionEndedError,
  clearSession,
  noteWipe,
  readSession,
  wipeDone,
  writeSession,
} from '#src/offline/session/session-copy.ts'
import { unfinishedWipe } from '#src/offline/session/session-start.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userDatabaseName } from '#src/offline/storage/user-storage.ts'
import { installCaches, refuseCaches, removeCaches } from './fake-caches.ts'
import { fillDisk, fillSessionStore } from './full-disk.ts'
import { answers, answersDays, closePhones, openPhone, openTab } from './phone.ts'

let caches: Set<string>

beforeEach(() => {
  caches = installCaches('private-images', 'private-papers', 'images', 'workbox-precache')
})

afterEach(async () => {
  vi.restoreAllMocks()
  removeCaches()
  await clearSession()
  await wipeDone()
  await closePhones()
})

async function loggedIn(): Promise<UserDatabase> {
  const db = await openPhone()
  await writeSession({ token: 'abc', userId: db.userId })
  await answersDays(db, 3)
  return db
}

const nothing = {
  database: false,
  session: undefined,
  unfinished: undefined,
  caches: ['images', 'workbox-precache'],
}

async function leftOf({ userId }: UserDatabase) {
  return {
    database: await Dexie.exists(userDatabaseName(userId)),
    session: await readSession(),
    unfinished: await unfinishedWipe(),
    caches: [...caches],
  }
}

describe('a logout', () => {
  test('leaves nothing private behind, unsent items neither', async () => {
    const db = await loggedIn()
    await endSession(db)
    expect(await leftOf(db)).toEqual(nothing)
  })

  test('in one tab ends every other one for good', async () => {
    const db = await loggedIn()
    const others = [openTab(db.userId), openTab(db.userId)]
    await Promise.all(others.map((tab) => tab.open()))
    await endSession(db)
    for (const tab of [db, ...others]) {
      await expect(answers(tab)).rejects.toThrow(SessionEndedError)
    }
    expect(await leftOf(db)).toEqual(nothing)
  })

  test('does not wait for a drain that hangs, and what that still writes is refused', async () => {
    const db = await loggedIn()
    const otherTab = openTab(db.userId)
    let answer: () => void = () => undefined
    const hanging = new Promise<void>((resolve) => (answer = resolve))
    const started = Promise.withResolvers<void>()
    const late = Promise.withResolvers<unknown>()
    const drain = withDrainLock(db.userId, 'page', async () => {
      started.resolve()
      await hanging
      late.resolve(await forceQueue(otherTab).catch((error: unknown) => error))
    }).catch((error: unknown) => error)
    await started.promise
    await endSession(db)
    answer()
    expect(await late.promise).toBeInstanceOf(SessionEndedError)
    expect(await drain).toBeInstanceOf(SessionEndedError)
    expect(await leftOf(db)).toEqual(nothing)
  })

  test('of a phone without room leaves nothing behind either', async () => {
    const db = await loggedIn()
    fillDisk(db)
    fillSessionStore()
    await endSession(db)
    // The pictures went for the note, which had no room even then.
    expect(await leftOf(db)).toEqual({ ...nothing, caches: ['workbox-precache'] })
  })

  test('of a phone without room lets the pictures go before the note that it could not take', async () => {
    const db = await loggedIn()
    fillSessionStore(1)
    expect(await noteWipe(db.userId)).toBe(true)
    expect(await unfinishedWipe()).toBe(db.userId)
    expect([...caches]).not.toContain('private-images')
  })

  test.each(['keys', 'delete'])(
    'deletes everything else, and is over, where Cache Storage refuses: %s',
    async (refused) => {
      const db = await loggedIn()
      refuseCaches(refused)
      await endSession(db)
      expect({ ...(await leftOf(db)), caches: [] }).toEqual({ ...nothing, caches: [] })
    },
  )

  test('leaves the data of another person alone', async () => {
    const theirs = await openPhone()
    await answersDays(theirs, 2)
    await endSession(await loggedIn())
    expect(await unsentOps(theirs)).toHaveLength(2)
  })

  test('leaves the session of whoever logged in meanwhile', async () => {
    const db = await loggedIn()
    const next = { token: 'next', userId: crypto.randomUUID() }
    await writeSession(next)
    await endSession(db)
    expect(await leftOf(db)).toEqual({ ...nothing, session: next })
  })

  test('of a person with nothing on this device is one too', async () => {
    const db = openTab(crypto.randomUUID())
    await endSession(db)
    expect(await leftOf(db)).toEqual(nothing)
  })
})

describe('a wipe that was cut short', () => {
  test('right after its note is finished at the next start, session and all', async () => {
    const db = await loggedIn()
    await noteWipe(db.userId)
    await finishWipe()
    expect(await leftOf(db)).toEqual(nothing)
  })

  test('after the session was cleared is finished at the next start', async () => {
    const db = await loggedIn()
    await noteWipe(db.userId)
    await clearSession()
    await finishWipe()
    expect(await leftOf(db)).toEqual(nothing)
  })

  test('between the caches and the database is finished at the next start', async () => {
    const db = await loggedIn()
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementationOnce(() => {
      throw new Error('killed')
    })
    await expect(endSession(db)).rejects.toThrow('killed')
    expect(await leftOf(db)).toMatchObject({ database: true, unfinished: db.userId })
    await finishWipe()
    expect(await leftOf(db)).toEqual(nothing)
  })

  test('leaves the session of who logged in since', async () => {
    const before = await loggedIn()
    await noteWipe(before.userId)
    const next = { token: 'next', userId: crypto.randomUUID() }
    await writeSession(next)
    await finishWipe()
    expect(await readSession()).toEqual(next)
    expect(await Dexie.exists(userDatabaseName(before.userId))).toBe(false)
  })

  test('may be finished twice', async () => {
    const db = await loggedIn()
    await noteWipe(db.userId)
    await Promise.all([finishWipe(), finishWipe()])
    await finishWipe()
    expect(await leftOf(db)).toEqual(nothing)
  })

  test('is none when nobody logged out', async () => {
    const db = await loggedIn()
    await finishWipe()
    expect(await unsentOps(db)).toHaveLength(3)
    expect(await readSession()).toBeDefined()
    expect(caches.size).toBe(4)
  })
})
