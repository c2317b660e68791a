import { and, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import type { UserId } from '#contract/account/model.ts'
import type { Orm, Statements, Transaction } from '#server/db/orm.ts'
import { ledgerOps } from '#server/db/schema/upkeep.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { type ApplyContext, type Outcome, type PlannedOp, bodyHash } from './plan.ts'
import { ledgerInsert, type LedgerRow, ledgerLock } from './sync.sql.ts'

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
    applied.map(({ op, effect }) => (isReplayed(op, effect) ? null : storedText(effect))),
  ])
}

/** The effect of a ledger row, for the operation that it was written for. */
export async function replayedEffect(
  row: LedgerRow,
  op: PlannedOp,
  context: ApplyContext,
): Promise<Effect> {
  const { replay, recall } = op.applier
  if (!row.effect) return { status: 'applied', result: replay?.(op) }
  const { status, result } = row.effect
  return { status, result: recall ? await recall(context, result) : result }
}

function storedText({ status, result, saved = result }: Effect): string {
  return JSON.stringify({ status, result: saved })
}

function isReplayed(op: PlannedOp, effect: Effect): boolean {
  return effect.status === 'applied' && op.applier.replay !== undefined
}

/** A call that carries an operation id of its own, so that a repeat after a lost reply does nothing again. */
export interface OnceCall {
  readonly userId: string
  readonly opId: string
  /** What the call does, by its name in the contract. */
  readonly name: string
  /** What it was given, files by their hashes: the same id with another body is refused. */
  readonly body: unknown
}

/**
 * Does work in a transaction with the ledger of operations, and gives the id that the work made; a repeat gets the
 * first one's. Throws `op_reused` when the id was used for something else.
 */
export type DoOnce = (
  call: OnceCall,
  work: (tx: Transaction) => Promise<string>,
) => Promise<{ readonly madeId: string; readonly repeated: boolean }>

export function createDoOnce(orm: Orm): DoOnce {
  return (call, work) => orm.transaction((tx) => doOnceIn(tx, call, () => work(tx)))
}

/** The same inside a transaction that is open. */
export async function doOnceIn(
  tx: Statements,
  { userId, opId, name, body }: OnceCall,
  work: () => Promise<string>,
): Promise<{ readonly madeId: string; readonly repeated: boolean }> {
  const hash = bodyHash(name, 1, body)
  await ledgerLock.run(tx, userId)
  const [known] = await tx
    .select({
      bodyHash: ledgerOps.bodyHash,
      madeId: sql`${ledgerOps.result}->>'madeId'`.mapWith(String),
    })
    .from(ledgerOps)
    .where(and(eq(ledgerOps.userId, userId), eq(ledgerOps.opId, opId)))
  if (known && known.bodyHash !== hash) throw new ProblemError('op_reused')
  if (known) return { madeId: known.madeId, repeated: true }
  const madeId = await work()
  const result = { status: 'applied', madeId }
  await tx.insert(ledgerOps).values({ userId, opId, bodyHash: hash, result })
  return { madeId, repeated: false }
}
