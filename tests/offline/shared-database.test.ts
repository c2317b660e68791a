import Dexie from 'dexie'
import { afterEach, describe, expect, test } from 'vitest'
import { foldVersion } from '#contract/fold.ts'
import { endSession } from '#src/offline/session/end-session.ts'
import { foldedIn, sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { claimDatabase } from '#src/offline/storage/user-transaction.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { closePhones, openPhone, openTab } from './phone.ts'

afterEach(async () => {
  await sharedDatabase().delete({ disableAutoOpen: false })
  removeCaches()
  await closePhones()
})

const place = { since: 7, asOfMs: 1, oldest: { article: null, video: null } }

/** What an older build wrote: for whom the copies were fetched, by their own id. */
async function olderCopies(directoryOf: string, libraryOf: string): Promise<void> {
  const facts = sharedDatabase().table('facts')
  await facts.put({ key: 'directoryViewer', userId: directoryOf })
  await facts.put({ key: 'library', userId: libraryOf, ...place })
}

describe('what a device keeps for everybody', () => {
  test('finds a card of an older build in every spelling, and leaves it where it was in the list', async () => {
    sharedDatabase().close({ disableAutoOpen: false })
    await Dexie.delete('zync-shared')
    const old = new Dexie('zync-shared')
    // The last version whose keys this build's fold has not written.
    old.version(foldedIn[foldVersion] - 1).stores({
      providers: '_id, [shape+specialization+nameKey]',
      providerLists: 'name',
      facts: 'key',
      articles: '_id',
      videos: '_id',
    })
    const card = { _id: 'a', shape: 1, specialization: 'Psychotherapist', name: 'فاطمة ليلى' }
    const names = { firstname: 'فاطمة', lastname: 'ليلى' }
    const keys = { nameKey: '1فاطمة ليلى', searchText: 'فاطمة ليلى psychotherapist' }
    await old.table('providers').put({ ...card, ...names, ...keys })
    old.close()
    const [stored] = await sharedDatabase().providers.toArray()
    expect(stored).toEqual({
      ...card,
      ...names,
      nameKey: '1فاطمه ليلي',
      searchText: 'فاطمه ليلي psychotherapist',
    })
  })

  test('knows its viewer by a random id that only their own database has', async () => {
    const db = await openPhone()
    expect(db.viewerId).toMatch(/^[0-9a-f-]{36}$/)
    expect(db.viewerId).not.toBe(db.userId)
    const again = openTab(db.userId)
    await claimDatabase(again, () => crypto.randomUUID())
    expect(again.viewerId).toBe(db.viewerId)
  })

  test('gives a person who comes back after a logout another one', async () => {
    installCaches()
    const db = await openPhone()
    await endSession(db)
    expect((await openPhone(db.userId)).viewerId).not.toBe(db.viewerId)
  })

  test('loses the name of the person that an older build wrote, and stays theirs', async () => {
    const userId = crypto.randomUUID()
    await olderCopies(userId, userId)
    const { viewerId } = await openPhone(userId)
    expect(await sharedDatabase().facts.toArray()).toEqual([
      { key: 'directoryViewer', viewerId },
      { key: 'library', viewerId, ...place },
    ])
  })

  test('is no longer anybody’s where an older build wrote somebody else’s name', async () => {
    await olderCopies(crypto.randomUUID(), crypto.randomUUID())
    await openPhone()
    expect(await sharedDatabase().facts.toArray()).toEqual([])
  })

  test('goes at a logout', async () => {
    installCaches()
    const db = await openPhone()
    await sharedDatabase().facts.put({ key: 'library', viewerId: db.viewerId, ...place })
    await endSession(db)
    expect(await Dexie.exists('zync-shared')).toBe(false)
  })
})
