import { and, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { databaseErrorFacts } from './errors.ts'
import type { DatabaseLog } from './log.ts'
import { knownDevices, sessions } from './schema/account.ts'
import { jobs } from './schema/jobs.ts'
import { rateLimits } from './schema/rate-limit.ts'
import { emailCodes, passwordResets } from './schema/recovery.ts'
import { syncOps } from './schema/sync.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** How often the upkeep looks whether something is due. */
const checkEveryMs = minuteMs
/** PGlite has no checkpointer: without one, the log to replay after a crash grows for ever. */
export const walBytesMax = 64 * 1024 * 1024
/** Longer than any device keeps an operation unsent: a repeat after that would happen twice. */
export const ledgerRetentionDays = 180
/** Longer than anybody looks for what became of a job. */
export const jobRetentionDays = 30
/** One statement deletes so many at most, so that nobody waits behind it for long. */
const deleteBatchMax = 5_000

export interface Maintenance {
  /** No work starts after this; resolves when the work under way is done. */
  stop(): Promise<void>
}

/** Calls `work` again and again until the returned function is called. */
export type Repeat = (work: () => void, everyMs: number) => () => void

/**
 * Keeps the database small for as long as the server runs: old ledger rows, ended sessions and limits on both
 * kinds, and on the embedded one what PostgreSQL does by itself. A failure is logged and tried again at the next look.
 */
export function startMaintenance(
  database: Database,
  options: {
    log: DatabaseLog
    now: () => Date
    repeat?: Repeat
    /** Upkeep of what lives beside the database, done at each look. */
    besides?: () => Promise<void>
  },
): Maintenance {
  const { log, now, repeat = repeatUnreferenced, besides } = options
  let cleanedAtMs = -Infinity
  let running: Promise<void> | undefined

  async function runUpkeep(): Promise<void> {
    const moment = now()
    if (database.kind === 'embedded') await checkpointWhenDue(database)
    await besides?.()
    if (moment.getTime() - cleanedAtMs < dayMs) return
    await deleteOldOps(database, moment)
    await deleteEndedSessions(database, moment)
    await deleteEndedDevices(database, moment)
    await deleteEndedCodes(database, moment)
    await deleteEndedLimits(database, moment)
    await deleteEndedJobs(database, moment)
    if (database.kind === 'embedded') await vacuum(database)
    cleanedAtMs = moment.getTime()
  }

  const stopRepeating = repeat(() => {
    running ??= runUpkeep()
      .catch((error: unknown) => log.warn(databaseErrorFacts(error), 'database upkeep failed'))
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
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of rows) await database.pool.query(`vacuum (analyze) ${name}`)
}

/** Deletes operations that no device can still repeat; says how many. */
export async function deleteOldOps(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - ledgerRetentionDays * dayMs)
  let deleted = 0
  for (;;) {
    const { rowCount } = await database.orm.delete(syncOps).where(
      and(
        lt(syncOps.appliedAt, before),
        sql`(${syncOps.userId}, ${syncOps.opId}) in (
          select user_id, op_id from sync_ops where applied_at < ${before} limit ${deleteBatchMax})`,
      ),
    )
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < deleteBatchMax) return deleted
  }
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

/** Deletes jobs that were done or given up long ago; says how many. */
export async function deleteEndedJobs(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - jobRetentionDays * dayMs)
  const { rowCount } = await database.orm.delete(jobs).where(lt(jobs.endedAt, before))
  return rowCount ?? 0
}

/** Never the reason why a process stays. */
function repeatUnreferenced(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs).unref()
  return () => clearInterval(timer)
}
