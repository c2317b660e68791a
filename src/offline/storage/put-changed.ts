import Dexie, { type Table } from 'dexie'

/**
 * Writes the rows that are not stored as they are, of several with one key the last; inside a transaction over `table`.
 * Most of what the server sends at each look is on the device, and each row that is written wakes every live query that reads it.
 */
export async function putChanged<Row extends object, Key>(
  table: Table<Row, Key>,
  rows: readonly Row[],
): Promise<void> {
  const last = [...byKey(table, rows).values()]
  const known = await table.bulkGet(last.map((row) => keyOf(table, row)))
  await table.bulkPut(last.filter((row, index) => !isSame(row, known[index])))
}

/** The same where `rows` are all that stays in the table. */
export async function replaceRows<Row extends object, Key>(
  table: Table<Row, Key>,
  rows: readonly Row[],
): Promise<void> {
  const staying = byKey(table, rows)
  const known = await table.toCollection().primaryKeys()
  await table.bulkDelete(known.filter((key) => !staying.has(JSON.stringify(key))))
  await putChanged(table, rows)
}

function byKey<Row extends object, Key>(
  table: Table<Row, Key>,
  rows: readonly Row[],
): Map<string, Row> {
  return new Map(rows.map((row) => [JSON.stringify(keyOf(table, row)), row]))
}

function keyOf<Row extends object, Key>(table: Table<Row, Key>, row: Row): Key {
  return Dexie.getByKeyPath(row, table.schema.primKey.keyPath ?? '') as Key
}

function isSame(row: unknown, known: unknown): boolean {
  return JSON.stringify(row) === JSON.stringify(known)
}
