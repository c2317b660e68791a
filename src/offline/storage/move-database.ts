import Dexie, { type Table } from 'dexie'
import { UserDatabase } from './database.ts'
import { isQuotaError, withQuotaRetry } from './quota.ts'
import { askToGiveWay } from './user-storage.ts'

/** Some rows are files of megabytes. */
const rowsAtOnce = 50

/**
 * Moves what an older build kept in the storage of everybody into the person's own, which has no owner yet. The old
 * database loses its owner first, so that a tab of the older build writes nothing that stays behind; the new one gets
 * its owner from the caller once all is here, so that a move cut short begins anew.
 */
export async function moveIn(db: UserDatabase): Promise<void> {
  if (!db.storage.apart) return
  await navigator.locks.request(`moving:${db.userId}`, async () => {
    const owner = await db.meta.get('owner')
    const moved = owner?.key === 'owner' && owner.userId === db.userId
    if (moved || !(await Dexie.exists(db.name))) return
    const old = new UserDatabase(db.userId)
    await disown(old)
    for (const table of old.tables) await copyTable(table, db.table(table.name))
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
