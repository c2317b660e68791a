import type pg from 'pg'
import { databaseErrorFacts, isDatabaseAway } from '#server/db/errors.ts'
import type { ApplyContext, Outcome } from './applier.ts'
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
 * The lanes in which an operation comes again, with its outcome. Whatever is behind it there comes again too: it may not
 * overtake.
 */
export type StalledLanes = Map<string, Applied>

/**
 * Applies operations kind by kind, all of a kind at once; adds the lanes that stall on the way. Throws `KindFailed`, or
 * what says that the database is away.
 */
export async function applyByKind(
  context: ApplyContext & { client: pg.ClientBase },
  ops: readonly PlannedOp[],
  stalled: StalledLanes,
): Promise<Map<PlannedOp, Applied>> {
  const done = new Map<PlannedOp, Applied>()
  for (const [kind, group] of Map.groupBy(ops, (op) => op.kind)) {
    const free = group.filter(({ lane }) => !stalled.has(lane))
    const outcomes = await applyGroup(context, kind, free)
    for (const [index, op] of free.entries()) {
      const outcome = outcomeAt(outcomes, index)
      done.set(op, outcome)
      noteStall(stalled, op, outcome)
    }
    for (const op of group) done.set(op, done.get(op) ?? stallOf(stalled, op))
  }
  return done
}

/** SQLSTATE classes 22 and 23: the data itself cannot be stored, now or later. */
export function outcomeOfFailure({ cause }: KindFailed): Applied {
  const unusable = /^2[23]...$/.test(databaseErrorFacts(cause).code ?? '')
  return unusable
    ? { status: 'rejected', code: 'invalid_input' }
    : { status: 'failed', error: cause }
}

export function noteStall(stalled: StalledLanes, { lane }: PlannedOp, outcome: Applied): void {
  // The last one's wait is the longest: nothing behind it comes before it.
  if (outcome.status === 'later' || outcome.status === 'failed') stalled.set(lane, outcome)
}

async function applyGroup(
  context: ApplyContext,
  kind: string,
  [first, ...rest]: readonly PlannedOp[],
): Promise<readonly Applied[]> {
  if (!first) return []
  try {
    return await first.applier.apply(context, [first, ...rest])
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    throw new KindFailed(kind, error)
  }
}

function stallOf(stalled: StalledLanes, { lane }: PlannedOp): Applied {
  const outcome = stalled.get(lane)
  if (!outcome) throw new Error('An operation was left without an outcome')
  return outcome
}

function outcomeAt(outcomes: readonly Applied[], index: number): Applied {
  const outcome = outcomes[index]
  if (!outcome) throw new Error('An applier answered for fewer operations than it was given')
  return outcome
}
