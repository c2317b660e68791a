import type pg from 'pg'
import { databaseErrorFacts, isDatabaseAway } from '#server/db/errors.ts'
import type { ApplyPlace, Outcome } from './applier.ts'
import type { PlannedOp } from './plan.ts'

/** What became of an operation in a transaction; `failed` is our own fault and worth another try. */
export type Applied = Outcome | { readonly status: 'failed'; readonly error: unknown }

/** Thrown when a kind's operations do not go through together: the transaction is lost, the kind's name is not. */
export class KindFailed extends Error {
  override name = 'KindFailed'
  readonly kind: string

  constructor(kind: string, cause: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}

/**
 * Applies operations kind by kind: all of a kind at once, or those of the kinds in `apart` one by one, so that
 * none sinks its neighbours. Throws `KindFailed`, or what says that the database is away.
 */
export async function applyByKind(
  place: ApplyPlace & { client: pg.ClientBase },
  ops: readonly PlannedOp[],
  apart: ReadonlySet<string>,
): Promise<Map<PlannedOp, Applied>> {
  const done = new Map<PlannedOp, Applied>()
  const stalled = new Map<string, Applied>()
  for (const [kind, group] of Map.groupBy(ops, (op) => op.kind)) {
    const free = group.filter(({ lane }) => !stalled.has(lane))
    const outcomes = apart.has(kind)
      ? await applyOneByOne(place, free)
      : await applyTogether(place, kind, free)
    for (const [index, op] of free.entries()) {
      const outcome = outcomeAt(outcomes, index)
      done.set(op, outcome)
      if (comesAgain(outcome)) stalled.set(op.lane, outcome)
    }
    // One of another kind comes again: what is of its lane may not overtake it.
    for (const op of group) done.set(op, done.get(op) ?? outcomeOf(stalled, op))
  }
  return done
}

async function applyTogether(
  place: ApplyPlace,
  kind: string,
  [first, ...rest]: readonly PlannedOp[],
): Promise<readonly Applied[]> {
  if (!first) return []
  try {
    return await first.applier.apply(place, [first, ...rest])
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    throw new KindFailed(kind, error)
  }
}

async function applyOneByOne(
  place: ApplyPlace & { client: pg.ClientBase },
  group: readonly PlannedOp[],
): Promise<readonly Applied[]> {
  const outcomes: Applied[] = []
  const stalled = new Map<string, Applied>()
  for (const op of group) {
    const ahead = stalled.get(op.lane)
    if (ahead) {
      // The one ahead in its lane comes again: this one may not overtake it.
      outcomes.push(ahead)
      continue
    }
    await place.client.query('savepoint op')
    try {
      const outcome: Applied = outcomeAt(await op.applier.apply(place, [op]), 0)
      if (comesAgain(outcome)) stalled.set(op.lane, outcome)
      outcomes.push(outcome)
      await place.client.query('release savepoint op')
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      await place.client.query('rollback to savepoint op; release savepoint op')
      const outcome = refused(error)
      if (outcome.status === 'failed') stalled.set(op.lane, outcome)
      outcomes.push(outcome)
    }
  }
  return outcomes
}

function comesAgain({ status }: Applied): boolean {
  return status === 'later' || status === 'failed'
}

function outcomeOf(stalled: ReadonlyMap<string, Applied>, { lane }: PlannedOp): Applied {
  const outcome = stalled.get(lane)
  if (!outcome) throw new Error('An operation was left without an outcome')
  return outcome
}

/** SQLSTATE classes 22 and 23: the data itself cannot be stored, now or later. */
function refused(error: unknown): Applied {
  const unusable = /^2[23]...$/.test(databaseErrorFacts(error).code ?? '')
  return unusable ? { status: 'rejected', code: 'invalid_input' } : { status: 'failed', error }
}

function outcomeAt(outcomes: readonly Applied[], index: number): Applied {
  const outcome = outcomes[index]
  if (!outcome) throw new Error('An applier answered for fewer operations than it was given')
  return outcome
}
