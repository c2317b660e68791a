import type { Table } from 'dexie'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** Facts about the copy itself, which say nothing about the person. */
const technicalKeys = new Set<unknown>(['owner', 'queue', 'flight'])

/**
 * Everything this device holds of a person, table by table, as one moment had it; unsent items are in `outbox`. Tables of
 * later features are in it by themselves.
 */
export async function readDeviceCopy(db: UserDatabase): Promise<Record<string, unknown[]>> {
  return await db.transaction('r', db.tables, async () => {
    const parts = await Promise.all(db.tables.map(readTable))
    return Object.fromEntries(parts)
  })
}

async function readTable(table: Table<unknown>): Promise<[string, unknown[]]> {
  const rows = await table.toArray()
  return [table.name, table.name === 'meta' ? rows.filter(isPersonal) : rows]
}

function isPersonal(row: unknown): boolean {
  return !(typeof row === 'object' && row !== null && 'key' in row && technicalKeys.has(row.key))
}
