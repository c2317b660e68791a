import type pg from 'pg'
import type { Logger } from 'pino'
import { utcDate } from '#contract/local-date.ts'
import type { Actor } from '#server/http/actor.ts'
import { loggableError } from '#server/http/loggable-error.ts'
import type { ApplyPlace } from './applier.ts'
import { applyByKind, KindFailed, type Applied } from './apply-batch.ts'
import {
  beginFor,
  effectOf,
  insertApplied,
  knownOps,
  type Effect,
  type LedgerRow,
} from './ledger.ts'
import type { PlannedOp } from './plan.ts'
import type { BusEvent, EventBus } from '#server/ports/events/port.ts'
import { inTransaction } from '#server/db/transaction.ts'

export interface SettleParts {
  readonly pool: pg.Pool
  readonly now: () => number
  readonly log: Logger
  readonly events: Pick<EventBus, 'publish'>
}

/** What the ledger and the appliers say of a planned operation. */
export type Settled =
  | Applied
  | { readonly status: 'repeated'; readonly effect: Effect }
  | { readonly status: 'reused' }

/**
 * Applies the operations that the ledger does not know, in one transaction with their ledger rows. A kind that
 * fails in it has its operations tried one by one in a new one. Throws when the database is away.
 */
export async function settleOps(
  parts: SettleParts,
  actor: Actor,
  ops: readonly PlannedOp[],
  apart: ReadonlySet<string> = new Set(),
): Promise<Map<PlannedOp, Settled>> {
  if (ops.length === 0) return new Map()
  try {
    const nowMs = parts.now()
    const told: [readonly string[], BusEvent][] = []
    const begin = beginFor(
      actor.userId,
      ops.map(({ opId }) => opId),
    )
    const settled = await inTransaction(parts.pool, begin, (client, opened) => {
      const tell = (...news: (typeof told)[number]) => void told.push(news)
      const place = { client, actor, nowMs, today: utcDate(nowMs), tell }
      return applyFresh(place, ops, { apart, known: knownOps(opened) })
    })
    for (const news of told) parts.events.publish(...news)
    return settled
  } catch (error) {
    if (!(error instanceof KindFailed)) throw error
    parts.log.warn(loggableError(error.cause), 'operations of a kind are applied one by one')
    return settleOps(parts, actor, ops, new Set([...apart, error.kind]))
  }
}

async function applyFresh(
  place: ApplyPlace & { client: pg.PoolClient },
  ops: readonly PlannedOp[],
  { apart, known }: { apart: ReadonlySet<string>; known: ReadonlyMap<string, LedgerRow> },
): Promise<Map<PlannedOp, Settled>> {
  const { client } = place
  const { userId } = place.actor
  const fresh = ops.filter(({ opId }) => !known.has(opId))
  const applied = await applyByKind(place, fresh, apart)
  const effects = [...applied].flatMap(([op, outcome]) =>
    'result' in outcome ? [{ op, effect: outcome }] : [],
  )
  if (effects.length > 0) await insertApplied(client, userId, effects)

  const settled = new Map<PlannedOp, Settled>(applied)
  for (const op of ops) {
    const row = known.get(op.opId)
    if (!row) continue
    const same = row.bodyHash === op.bodyHash
    settled.set(op, same ? { status: 'repeated', effect: effectOf(row, op) } : { status: 'reused' })
  }
  return settled
}
