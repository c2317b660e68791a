import type pg from 'pg'
import type { UserId } from '#contract/account/model.ts'
import type { Outcome } from './applier.ts'
import type { PlannedOp } from './plan.ts'

/** What an operation left when it was applied: given again to every repeat. */
export type Effect = Extract<Outcome, { result: unknown }>

export interface LedgerRow {
  readonly opId: string
  readonly bodyHash: string
  /** Without `result` where the operation's applier recalls it. */
  readonly effect: Pick<Effect, 'status'> & Partial<Effect>
}

/**
 * The statement that opens a push: pushes of one person wait for each other until they commit, so that two
 * devices, or one that asks twice, never apply the same operation side by side. One round trip: the number is
 * ours, so it may stand in the text.
 */
export function beginFor(userId: UserId): string {
  return `begin; select pg_advisory_xact_lock(${lockIdOf(userId)})`
}

/** The ledger's rows of these operations, by id. */
export async function findApplied(
  client: pg.ClientBase,
  userId: UserId,
  opIds: readonly string[],
): Promise<Map<string, LedgerRow>> {
  const { rows } = await client.query<LedgerRow>({
    name: 'ledger_find',
    text: `select op_id as "opId", body_hash as "bodyHash", result as effect
      from sync_ops where user_id = $1 and op_id = any($2::uuid[])`,
    values: [userId, opIds],
  })
  return new Map(rows.map((row) => [row.opId, row]))
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
      applied.map(({ op, effect }) => (recalls(op, effect) ? appliedWord : JSON.stringify(effect))),
    ],
  })
}

/** The effect of a ledger row, for the operation that it was written for. */
export function effectOf(row: LedgerRow, op: PlannedOp): Effect {
  const { status } = row.effect
  const kept = 'result' in row.effect
  return { status, result: kept ? row.effect.result : op.applier.recall?.(op) }
}

const appliedWord = JSON.stringify({ status: 'applied' })

function recalls(op: PlannedOp, effect: Effect): boolean {
  return effect.status === 'applied' && op.applier.recall !== undefined
}

/** 64 bits of the person's id; two who share them merely wait for each other. */
export function lockIdOf(userId: UserId): string {
  const hex = userId.replaceAll('-', '').slice(-16)
  return BigInt.asIntN(64, BigInt(`0x${hex}`)).toString()
}
