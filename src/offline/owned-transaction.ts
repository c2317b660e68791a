import type { Table } from 'dexie'
import type { UserDatabase } from './database.ts'

/** The person logged out, perhaps in another tab: nothing more may be written as them. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}

/** Makes the database the home of a login. Only a login, or a start with a live session, calls it. */
export async function claimDatabase(db: UserDatabase): Promise<void> {
  await revived(db, () => db.meta.put({ key: 'owner', userId: db.userId }))
}

/**
 * One read-write transaction over `tables` that commits only while the database belongs to a login.
 * A tab or worker left over from before a logout would otherwise bring the deleted database back to life.
 * Throws `SessionEndedError`.
 */
export async function ownedTransaction<T>(
  db: UserDatabase,
  tables: Table[],
  work: () => Promise<T>,
): Promise<T> {
  return await revived(db, () =>
    db.transaction('rw', [db.meta, ...tables], async () => {
      const owner = await db.meta.get('owner')
      if (owner?.key !== 'owner' || owner.userId !== db.userId) throw new SessionEndedError()
      return await work()
    }),
  )
}

const brokenHandles = new Set(['InvalidStateError', 'UnknownError', 'DatabaseClosedError'])

/**
 * Runs an idempotent unit, once more on a fresh handle if the first one died under it: WebKit loses its database
 * process while an app is in the background, and a dead handle never heals by itself.
 */
async function revived<T>(db: UserDatabase, unit: () => PromiseLike<T>): Promise<T> {
  if (db.deleted) throw new SessionEndedError()
  try {
    return await unit()
  } catch (error) {
    if (!(error instanceof Error) || !brokenHandles.has(error.name)) throw error
    if (db.deleted) throw new SessionEndedError('The data was deleted', { cause: error })
    db.close({ disableAutoOpen: false })
    await db.open()
    return await unit()
  }
}
