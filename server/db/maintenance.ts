import { setTimeout as wait } from 'node:timers/promises'
import { inArray, lt, and, isNotNull, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { minuteMs, dayMs } from '#contract/local-date.ts'
import type { Database } from './client.ts'
import { type DatabaseLog, databaseErrorFacts } from './errors.ts'
import { inTransaction, type Orm } from './orm.ts'
import { knownDevices, sessions, emailCodes, passwordResets } from './schema/account.ts'
import { notices } from './schema/notices.ts'
import { accessLog } from './schema/providers.ts'
import { rateLimits } from './schema/upkeep.ts'
import { refoldSearch } from './search-words.ts'

/** A month is dropped once it lies whole before this many days. */
export const ledgerRetentionDays = 180
/** Months that are there before their first operation. */
export const monthsAhead = 3

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

/** How often somebody looks whether a checkpoint is due. */
const checkEveryMs = minuteMs

/** PGlite has no checkpointer: without one, the log to replay after a crash grows for ever. */
const walBytesMax = 64 * 1024 * 1024

/**
 * Deletes what is over, folds anew what a process of an older build has written, and on the embedded database gives its room back. Once a day, in one of several processes. What one
 * part cannot do holds up no other; throws at the end, so that it comes again. The months of the ledger come last: behind a
 * long read they wait for their locks.
 */
export async function cleanDatabase(
  database: Database,
  now: Date,
  log: Pick<DatabaseLog, 'info' | 'warn'>,
): Promise<void> {
  const parts = {
    sessions: () => deleteEndedSessions(database, now),
    devices: () => deleteEndedDevices(database, now),
    codes: () => deleteEndedCodes(database, now),
    limits: () => deleteEndedLimits(database, now),
    notices: () => deleteOldNotices(database, now),
    accessLog: () => deleteOldAccessLog(database, now),
    search: () => refoldSearch(database, { log, now }),
    vacuum: async () => database.kind === 'embedded' && vacuum(database),
    ledger: () => keepLedgerMonths(database, now, log),
  }
  const failures: unknown[] = []
  for (const [part, clean] of Object.entries<() => Promise<unknown>>(parts)) {
    try {
      await clean()
    } catch (error) {
      log.warn({ part, ...databaseErrorFacts(error) }, 'a part of the daily cleaning failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The daily cleaning is not done')
}

interface Checkpoints {
  /** None is written after this; resolves when the one under way is. */
  stop(): Promise<void>
}

/** Calls `work` again and again until the returned function is called. */
type Repeat = (work: () => void, everyMs: number) => () => void

/** Does for the embedded database what PostgreSQL does by itself; a failure is logged and tried again a minute later. */
export function startCheckpoints(
  database: Database,
  { log, repeat = repeatUnreferenced }: { log: DatabaseLog; repeat?: Repeat },
): Checkpoints {
  if (database.kind !== 'embedded') return { stop: async () => undefined }
  let running: Promise<unknown> | undefined
  const stopRepeating = repeat(() => {
    running ??= checkpointWhenDue(database)
      .catch((error: unknown) => log.warn(databaseErrorFacts(error), 'no checkpoint was written'))
      .finally(() => (running = undefined))
  }, checkEveryMs)
  return {
    stop: async () => {
      stopRepeating()
      await running
    },
  }
}

/** Writes a checkpoint once the log since the last one has grown past a limit. */
export async function checkpointWhenDue(
  database: Database,
  bytesMax = walBytesMax,
): Promise<'written' | 'not_due'> {
  const { rows } = await database.pool.query<{ due: boolean }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > $1 as due from pg_control_checkpoint()`,
    [bytesMax],
  )
  if (!rows[0]?.due) return 'not_due'
  await database.pool.query('checkpoint')
  return 'written'
}

/** Table by table, so that requests get their turn in between: there is one connection. */
export async function vacuum(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name 
      from pg_tables where schemaname in ('public', 'pgboss') and not exists (select from pg_partitioned_table
        where partrelid = format('%I.%I', schemaname, tablename)::regclass)`,
  )
  for (const { name } of rows) await database.pool.query(`vacuum (analyze) ${name}`)
}

/** Deletes sessions whose token is no longer accepted; says how many. */
export async function deleteEndedSessions(database: Database, now: Date): Promise<number> {
  const { rowCount } = await database.orm.delete(sessions).where(lt(sessions.expiresAt, now))
  return rowCount ?? 0
}

/** Deletes devices that nobody has logged in on for long; says how many. */
export async function deleteEndedDevices(database: Database, now: Date): Promise<number> {
  const { rowCount } = await database.orm
    .delete(knownDevices)
    .where(lt(knownDevices.expiresAt, now))
  return rowCount ?? 0
}

/** Deletes codes that are no longer accepted, for a new password and for an e-mail; says how many. */
export async function deleteEndedCodes({ orm }: Database, now: Date): Promise<number> {
  const resets = await orm.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
  const emails = await orm.delete(emailCodes).where(lt(emailCodes.expiresAt, now))
  return (resets.rowCount ?? 0) + (emails.rowCount ?? 0)
}

/** Deletes counts whose window is over; says how many. */
export async function deleteEndedLimits(database: Database, now: Date): Promise<number> {
  const { orm } = database
  // One that is being counted on is not over; a login holds two, and neither waits for the other's.
  const ended = orm
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.expire, now.getTime()))
    .for('update', { skipLocked: true })
  const { rowCount } = await orm.delete(rateLimits).where(inArray(rateLimits.key, ended))
  return rowCount ?? 0
}

/** Never the reason why a process stays. */
function repeatUnreferenced(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs).unref()
  return () => clearInterval(timer)
}

/** Whoever has read a notice has it on the dashboard no more. */
export const readNoticeDays = 90

/** Somebody may be away for long; what happened a year ago is no news. */
export const unreadNoticeDays = 365

/** Who looked at papers, points and results, for their person to read. */
export const accessLogDays = 730

/** One statement deletes so many at most, so that nobody waits behind it for long. */
export const deleteBatchMax = 5_000

/** Between two statements the disk, a standby and the vacuum catch up. */
const batchPauseMs = 200

/** Waits between two batches; tests need not. */
type Pause = (ms: number) => Promise<unknown>

/** Deletes notices that are news no more; says how many. */
export async function deleteOldNotices(
  { orm }: Pick<Database, 'orm'>,
  now: Date,
  pause?: Pause,
): Promise<number> {
  const over = or(
    lt(notices.createdAt, daysBefore(now, unreadNoticeDays)),
    and(isNotNull(notices.readAt), lt(notices.createdAt, daysBefore(now, readNoticeDays))),
  )
  return deleteInBatches(orm, { table: notices, id: notices.id, over }, pause)
}

/** Deletes old lines of who looked at what of whom; says how many. */
export async function deleteOldAccessLog(
  { orm }: Pick<Database, 'orm'>,
  now: Date,
  pause?: Pause,
): Promise<number> {
  const over = lt(accessLog.at, daysBefore(now, accessLogDays))
  return deleteInBatches(orm, { table: accessLog, id: accessLog.id, over }, pause)
}

/** In short statements with pauses between them, until nothing is left. */
async function deleteInBatches(
  orm: Orm,
  { table, id, over }: { table: PgTable; id: PgColumn; over: SQL | undefined },
  pause: Pause = wait,
): Promise<number> {
  for (let deleted = 0; ;) {
    const chosen = orm.select({ id }).from(table).where(over).limit(deleteBatchMax)
    const { rowCount } = await orm.delete(table).where(inArray(id, chosen))
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < deleteBatchMax) return deleted
    await pause(batchPauseMs)
  }
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
