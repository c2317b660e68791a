import Dexie, { liveQuery, RangeSet, type Observable, type Table } from 'dexie'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import { type MetaRow, UserDatabase } from './database.ts'
import { isQuotaError, withQuotaRetry } from './quota.ts'
import { renameViewer } from './shared-database.ts'
import { askToGiveWay } from './user-storage.ts'

/** Makes the database the home of a login. Only a login, or a start with a live session, calls it. */
export async function claimDatabase(db: UserDatabase, newId: () => string): Promise<void> {
  db.claiming = true
  try {
    await withReopen(db, async () => {
      // Theirs since an earlier start: nothing is written, so that no start waits for the disk.
      db.viewerId = viewerOf(await db.meta.get('owner'), db) ?? (await takeOver(db, newId))
    })
  } finally {
    db.claiming = false
  }
}

/** Writes the owner and gives the random id of the viewer; tabs that claim at once find the same one. */
async function takeOver(db: UserDatabase, newId: () => string): Promise<string> {
  await moveIn(db)
  const made = newId()
  const viewerId = await db.transaction('rw', db.meta, async () => {
    const owner = await db.meta.get('owner')
    const known = viewerOf(owner, db) ?? (owner?.key === 'owner' ? owner.viewerId : undefined)
    await db.meta.put({ key: 'owner', userId: db.userId, viewerId: known ?? made })
    return known ?? made
  })
  // The copies can be fetched again: a device without room for this loses them and must not lose the login.
  if (viewerId === made) await renameViewer(db.userId, viewerId).catch(() => undefined)
  return viewerId
}

function viewerOf(owner: MetaRow | undefined, { userId }: UserDatabase): string | undefined {
  return owner?.key === 'owner' && owner.userId === userId ? owner.viewerId : undefined
}

/**
 * One read-write transaction over `tables` that commits only while the database belongs to a login.
 * A tab or worker left over from before a logout would otherwise bring the deleted database back to life.
 * Throws `SessionEndedError`.
 */
export async function userTransaction<T>(
  db: UserDatabase,
  tables: Table[],
  work: () => Promise<T>,
): Promise<T> {
  return await withReopen(db, () =>
    db.transaction('rw', [db.meta, ...tables], async () => {
      const owner = await db.meta.get('owner')
      if (owner?.key !== 'owner' || owner.userId !== db.userId) throw new SessionEndedError()
      return await work()
    }),
  )
}

/** The same for what a person did: a full disk makes room for it by what can be fetched again. Throws `StorageFullError` too. */
export async function userTransactionWithRoom<T>(
  db: UserDatabase,
  tables: Table[],
  work: () => Promise<T>,
): Promise<T> {
  return await withQuotaRetry(() => userTransaction(db, tables, work))
}

const brokenHandles = new Set(['InvalidStateError', 'UnknownError', 'DatabaseClosedError'])

/**
 * Runs an idempotent unit, once more on a fresh handle if the first one died under it: WebKit loses its database
 * process while an app is in the background, and a dead handle never heals by itself. Throws `SessionEndedError` where
 * there is no database any more.
 */
export async function withReopen<T>(db: UserDatabase, unit: () => PromiseLike<T>): Promise<T> {
  if (db.deleted) throw new SessionEndedError()
  try {
    return await unit()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The database was gone, and only a login may create it: Dexie hands that refusal on inside its own error.
    if ('inner' in error && error.inner instanceof SessionEndedError) throw error.inner
    if (!isBrokenHandle(error)) throw error
    db.deleted ||= !(await db.storage.renew())
    if (db.deleted) throw new SessionEndedError('The data was deleted', { cause: error })
    db.close({ disableAutoOpen: false })
    await db.open()
    return await unit()
  }
}

/** A query that had to open the database first hands on why it could not inside Dexie's own error. */
function isBrokenHandle(error: Error): boolean {
  if (brokenHandles.has(error.name)) return true
  return 'inner' in error && error.inner instanceof Error && brokenHandles.has(error.inner.name)
}

/** A read that was cut short is repeated after this, and again until the database answers. */
const healAfterMs = 1_000
const healing = new WeakSet<UserDatabase>()

/**
 * What `read` gives, now and whenever it changes. Dexie says nothing of a read that was cut short and may never repeat it
 * by itself: here it is repeated.
 */
export function follow<T>(db: UserDatabase, read: () => Promise<T>): Observable<T> {
  return liveQuery(async () => {
    try {
      return await read()
    } catch (error) {
      if (isCutShort(error)) heal(db)
      throw error
    }
  })
}

function isCutShort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || isBrokenHandle(error))
}

/** Once the database answers, each live query of this page runs anew: others may have failed with the one that told. */
function heal(db: UserDatabase): void {
  if (db.deleted || healing.has(db)) return
  healing.add(db)
  // A timer that begins inside a read would be part of it.
  Dexie.ignoreTransaction(() => setTimeout(() => void runAgain(db), healAfterMs))
}

async function runAgain(db: UserDatabase): Promise<void> {
  healing.delete(db)
  try {
    await withReopen(db, () => db.meta.get('owner'))
    Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) })
  } catch (error) {
    if (!(error instanceof SessionEndedError)) heal(db)
  }
}

/** Some rows are files of megabytes. */
const rowsAtOnce = 50

/**
 * Moves what an older build kept in the storage of everybody into the person's own, which has no owner yet. The old
 * database loses its owner first, so that a tab of the older build writes nothing that stays behind; the new one gets
 * its owner from the caller once all is here, so that a move cut short begins anew.
 */
async function moveIn(db: UserDatabase): Promise<void> {
  if (!db.storage.apart) return
  await navigator.locks.request(`moving:${db.userId}`, async () => {
    const owner = await db.meta.get('owner')
    const moved = owner?.key === 'owner' && owner.userId === db.userId
    if (moved || !(await Dexie.exists(db.name))) return
    const old = new UserDatabase(db.userId)
    await disown(old)
    for (const table of old.tables) await copyTable(table, db.table(table.name))
    await goOnCounting(db)
    old.close({ disableAutoOpen: true })
    await askToGiveWay(globalThis.indexedDB, db.name)
  })
}

async function disown(old: UserDatabase): Promise<void> {
  await old.meta
    .where('key')
    .equals('owner')
    .modify((row) => {
      if (row.key === 'owner') row.userId = ''
    })
}

/** Lets the next operation come behind what was sent, which a restore of the server puts back at its own place. */
async function goOnCounting(db: UserDatabase): Promise<void> {
  const { outbox, sentOps } = db
  const sent = await sentOps.orderBy('seq').last()
  const waiting = await outbox.orderBy('seq').last()
  if (!sent || sent.seq <= (waiting?.seq ?? 0)) return
  // The numbers that a table gives go on above each that was ever put into it.
  await withQuotaRetry(() =>
    db.transaction('rw', outbox, async () => {
      await outbox.put(sent)
      await outbox.delete(sent.seq)
    }),
  )
}

async function copyTable(from: Table, to: Table): Promise<void> {
  try {
    await withQuotaRetry(() => to.clear())
    let rows: unknown[] = await from.orderBy(':id').limit(rowsAtOnce).toArray()
    while (rows.length > 0) {
      const page = rows
      const last: unknown = await withQuotaRetry(() => to.bulkPut(page))
      rows = await from.where(':id').above(last).limit(rowsAtOnce).toArray()
    }
  } catch (error) {
    // Fetched files can be fetched again; nothing else is left behind.
    if (from.name !== 'keptFiles' || !isQuotaError(error)) throw error
  }
}
