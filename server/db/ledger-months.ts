import type { Database } from './client.ts'
import type { DatabaseLog } from './errors.ts'
import { inTransaction } from './orm.ts'

/** A month is dropped once it lies whole before this many days. */
export const ledgerRetentionDays = 180
/** Months that are there before their first operation. */
export const monthsAhead = 3
const dayMs = 86_400_000

/** Behind a long read the tables stay as they are until tomorrow: nobody waits behind us for longer. */
const begin = `begin; set local lock_timeout = '3s'`

/**
 * Makes the months of the ledger that will be needed and drops those that are over. Any number of processes may call it.
 * Operations that found no month have waited in the rest, which is an alarm: nobody has looked after the ledger for months.
 */
export async function keepLedgerMonths(
  database: Database,
  now: Date,
  log: Pick<DatabaseLog, 'warn'>,
): Promise<{ made: number; dropped: number }> {
  const before = new Date(now.getTime() - ledgerRetentionDays * dayMs)
  const names = await monthNames(database)
  const missing = monthsFrom(now).filter((day) => !names.includes(nameOf(day)))
  let homeless = 0
  for (const day of missing) homeless += await makeMonth(database, day)
  await database.pool.query('delete from ledger_ops_rest where applied_at < $1', [before])
  const { rows } = await database.pool.query<{ day: string }>(
    `select distinct to_char(applied_at at time zone 'UTC', 'YYYY-MM-01') as day from ledger_ops_rest`,
  )
  for (const { day } of rows) homeless += await makeMonth(database, day)
  if (homeless > 0) log.warn({ homeless }, 'operations were in no month of the ledger')
  const over = names.filter((name) => endOf(name) <= before.getTime())
  for (const name of over) {
    await inTransaction(database.pool, begin, (client) => client.query(`drop table ${name}`))
  }
  return { made: missing.length + rows.length, dropped: over.length }
}

async function makeMonth({ pool }: Database, day: string): Promise<number> {
  const { rows } = await inTransaction(pool, begin, (client) =>
    client.query<{ moved: number }>('select ledger_month($1) as moved', [day]),
  )
  return rows[0]?.moved ?? 0
}

/** Those that are there, as tables. */
async function monthNames({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'ledger_ops'::regclass and relname ~ '^ledger_ops_\\d{4}_\\d{2}$'`,
  )
  return rows.map(({ name }) => name)
}

/** The first days of this month and of those ahead, in UTC. */
function monthsFrom(now: Date): string[] {
  return Array.from({ length: monthsAhead + 1 }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index)).toISOString().slice(0, 10),
  )
}

function nameOf(day: string): string {
  return `ledger_ops_${day.slice(0, 4)}_${day.slice(5, 7)}`
}

/** The first moment after a month. */
function endOf(name: string): number {
  const [year, month] = name.slice('ledger_ops_'.length).split('_').map(Number)
  return Date.UTC(year ?? 0, month ?? 0)
}
