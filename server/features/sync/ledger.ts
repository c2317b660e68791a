import type pg from 'pg'
import type { UserId } from '#contract/account/model.ts'
import type { Outcome } from './applier.ts'
import type { PlannedOp } from './plan.ts'
import { ledgerInsert, type LedgerRow } from './sync.sql.ts'

/** What an operation left when it was applied: given again to every repeat. */
export type Effect = Extract<Outcome, { result: unknown }>

/** The rows that the last statement of `beginFor` gave, by the id of their operation. */
export function knownOps({ rows }: pg.QueryResult<LedgerRow>): Map<string, LedgerRow> {
  return new Map(rows.map((row) => [row.opId, row]))
}

/** Writes down what operations left, in the transaction that applied them. */
export async function insertApplied(
  client: pg.ClientBase,
  userId: UserId,
  applied: readonly { op: PlannedOp; effect: Effect }[],
): Promise<void> {
  await ledgerInsert.run(client, [
    userId,
    applied.map(({ op }) => op.opId),
    applied.map(({ op }) => op.bodyHash),
    applied.map(({ op, effect }) => (isReplayed(op, effect) ? null : JSON.stringify(effect))),
  ])
}

/** The effect of a ledger row, for the operation that it was written for. */
export function replayedEffect(row: LedgerRow, op: PlannedOp): Effect {
  return row.effect ?? { status: 'applied', result: op.applier.replay?.(op) }
}

function isReplayed(op: PlannedOp, effect: Effect): boolean {
  return effect.status === 'applied' && op.applier.replay !== undefined
}
