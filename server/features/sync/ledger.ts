import type pg from 'pg'
import type { UserId } from '#contract/account/model.ts'
import type { Outcome } from './applier.ts'
import type { PlannedOp } from './plan.ts'

/** What an operation left when it was applied: given again to every repeat. */
export type Effect = Extract<Outcome, { result: unknown }>

export interface LedgerRow {
  readonly opId: string
  readonly bodyHash: string
  /** Null where the operation was applied and its applier recalls the result. */
  readonly effect: Effect | null
}

/**
 * What opens a push: pushes of one person wait for each other until they commit, so that two devices, or one that
 * asks twice, never apply the same operation side by side. The last statement, asked once the lock is held, gives
 * the ledger's rows of the operations. All in one round trip; ids are the only thing that stands in the text.
 */
export function beginFor(userId: UserId, opIds: readonly string[]): string {
  const ids = opIds.map(plainUuid).join(',')
  return `begin; select pg_advisory_xact_lock(${lockIdOf(userId)});
    select op_id as "opId", body_hash as "bodyHash", result as effect from sync_ops
    where user_id = '${plainUuid(userId)}' and op_id = any('{${ids}}'::uuid[])`
}

/** The rows that the statement of `beginFor` gave, by the id of their operation. */
export function knownOps({ rows }: pg.QueryResult<LedgerRow>): Map<string, LedgerRow> {
  return new Map(rows.map((row) => [row.opId, row]))
}

const uuidShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What goes into the text of a statement is an id and nothing else, whoever calls. */
function plainUuid(id: string): string {
  if (!uuidShape.test(id)) throw new Error('Something that is no UUID came to the ledger')
  return id
}

/** Writes down what operations left, in the transaction that applied them. */
export async function insertApplied(
  client: pg.ClientBase,
  userId: UserId,
  applied: readonly { op: PlannedOp; effect: Effect }[],
): Promise<void> {
  await client.query({
    name: 'ledger_insert',
    text: `insert into sync_ops (user_id, op_id, body_hash, result)
      select $1, given.* from unnest($2::uuid[], $3::text[], $4::jsonb[]) as given`,
    values: [
      userId,
      applied.map(({ op }) => op.opId),
      applied.map(({ op }) => op.bodyHash),
      applied.map(({ op, effect }) => (recalls(op, effect) ? null : JSON.stringify(effect))),
    ],
  })
}

/** The effect of a ledger row, for the operation that it was written for. */
export function effectOf(row: LedgerRow, op: PlannedOp): Effect {
  return row.effect ?? { status: 'applied', result: op.applier.recall?.(op) }
}

function recalls(op: PlannedOp, effect: Effect): boolean {
  return effect.status === 'applied' && op.applier.recall !== undefined
}

/** 64 bits of the person's id; two who share them merely wait for each other. */
export function lockIdOf(userId: UserId): string {
  const hex = userId.replaceAll('-', '').slice(-16)
  return BigInt.asIntN(64, BigInt(`0x${hex}`)).toString()
}
