import { and, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { databaseErrorFacts } from './errors.ts'
import type { DatabaseLog } from './log.ts'
import { knownDevices, sessions } from './schema/account.ts'
import { rateLimits } from './schema/rate-limit.ts'
import { emailCodes, passwordResets } from './schema/recovery.ts'
import { syncOps } from './schema/sync.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** How often somebody looks whether a checkpoint is due. */
const checkEveryMs = minuteMs
/** PGlite has no checkpointer: without one, the log to replay after a crash grows for ever. */
export const walBytesMax = 64 * 1024 * 1024
/** Longer than any device keeps an operation unsent: a repeat after that would happen twice. */
export const ledgerRetentionDays = 180
/** One statement deletes so many at most, so that nobody waits behind it for long. */
const deleteBatchMax = 5_000

/** Deletes what is over, and on the embedded database gives its room back. Once a day, in one of several processes. */
export async function cleanDatabase(database: Database, now: Date): Promise<void> {
  await deleteOldOps(database, now)
  await deleteEndedSessions(database, now)
  await deleteEndedDevices(database, now)
  await deleteEndedCodes(database, now)
  await deleteEndedLimits(database, now)
  if (database.kind === 'embedded') await vacuum(database)
}

export interface Checkpoints {
  /** None is written after this; resolves when the one under way is. */
  stop(): Promise<void>
}

/** Calls `work` again and again until the returned function is called. */
export type Repeat = (work: () => void, everyMs: number) => () => void

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
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
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

/** Never the reason why a process stays. */
function repeatUnreferenced(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs).unref()
  return () => clearInterval(timer)
}
