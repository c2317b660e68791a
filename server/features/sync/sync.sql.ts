import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { UserId } from '#contract/account/model.ts'
import { ormCommand, sqlCommand, sqlQuery } from '#server/db/statement.ts'

/** The row of an operation in the ledger. */
export const ledgerRow = v.object({
  opId: v.string(),
  bodyHash: v.string(),
  /** Null where the operation was applied and its applier can make the result again. */
  effect: v.nullable(
    v.object({ status: v.picklist(['applied', 'superseded']), result: v.unknown() }),
  ),
})
export type LedgerRow = v.InferOutput<typeof ledgerRow>

/**
 * What opens a push: pushes of one person wait for each other until they commit, so that two devices, or one that
 * asks twice, never apply the same operation side by side. The last statement, asked once the lock is held, gives
 * the ledger's rows of the operations. All in one round trip; ids are the only thing that stands in the text.
 */
export function beginFor(userId: UserId, opIds: readonly string[]): string {
  const ids = opIds.map(plainUuid).join(',')
  return `begin; select pg_advisory_xact_lock(${lockIdOf(userId)});
    select op_id as "opId", encode(body_hash, 'hex') as "bodyHash", result as effect from ledger_ops
    where user_id = '${plainUuid(userId)}' and op_id = any('{${ids}}'::uuid[])`
}

const uuidShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What goes into the text of a statement is an id and nothing else, whoever calls. */
function plainUuid(id: string): string {
  if (!uuidShape.test(id)) throw new Error('Something that is no UUID came to the ledger')
  return id
}

export const ledgerInsert = sqlCommand({
  name: 'ledger_insert_bytes',
  text: `insert into ledger_ops (user_id, op_id, body_hash, result)
      select $1, op_id, decode(hash, 'hex'), result
      from unnest($2::uuid[], $3::text[], $4::jsonb[]) as given (op_id, hash, result)`,
})

/** The same lock as the one that opens a push. */
export const ledgerLock = ormCommand(
  (userId: UserId) => sql`select pg_advisory_xact_lock(${lockIdOf(userId)}::bigint)`,
)

/** 64 bits of the person's id; two who share them merely wait for each other. */
function lockIdOf(userId: UserId): string {
  const hex = userId.replaceAll('-', '').slice(-16)
  return BigInt.asIntN(64, BigInt(`0x${hex}`)).toString()
}

export const storedEpoch = sqlQuery({
  name: 'stored_epoch',
  row: v.object({ epoch: v.string() }),
  text: 'select epoch from server_epoch',
})

/** The first eight letters of a log file's name are its timeline: another one after each recovery and each failover. */
export const clusterMarks = sqlQuery({
  name: 'cluster_marks',
  row: v.object({ system: v.string(), timeline: v.string() }),
  text: `select system_identifier::text as system,
      left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline from pg_control_system()`,
})
