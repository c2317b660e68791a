import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { utcDate } from '#contract/local-date.ts'
import { databaseErrorFacts, isDatabaseAway } from '#server/db/errors.ts'
import { againAfterDeadlock, inTransaction } from '#server/db/orm.ts'
import { loggableError } from '#server/http/routing/problem.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { BusEvent, EventBus } from '#server/ports/events/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { replayedEffect, insertApplied, knownOps, type Effect } from './ledger.ts'
import type { Pace, Turn } from './pace.ts'
import {
  type ApplyContext,
  type Outcome,
  refusalOfAge,
  type PlannedOp,
  cutSlice,
  partsOf,
  runsOf,
} from './plan.ts'
import { beginFor, type LedgerRow } from './sync.sql.ts'

export interface SettleDeps {
  readonly pool: pg.Pool
  readonly pace: Pace
  readonly now: () => number
  readonly log: Logger
  readonly events: Pick<EventBus, 'publish'>
  readonly evidenceSealer: Sealer
}

/** What the ledger and the appliers say of a planned operation. */
export type Settled =
  | Applied
  | { readonly status: 'repeated'; readonly effect: Effect }
  | { readonly status: 'reused' }

/**
 * Failed transactions after which a push no longer looks for the bad operation: enough to find five among a thousand, and
 * few enough that a thousand of them cost no more than a good push. What is not settled by then comes again.
 */
const searchesMax = 50
/** Failures beyond that, each of which gives up its lanes: other lanes still have their turn. */
const givenUpMax = 10
/** What a person taps in a minute is one turn, whoever waits: it is short, and all of a lane is answered for together. */
const wholeOpsMax = 20

/** By then others have had their turn. */
const comeAgain: Applied = { status: 'later', code: 'busy', afterMs: 5_000 }

/**
 * Applies the operations that the ledger does not know, in their order, in transactions with their ledger rows; between
 * two of them others have their turn. Where a transaction fails, its halves are tried, so that a bad operation stands
 * alone in the end and sinks no neighbour. Throws when the database is away; what was committed by then is repeated.
 */
export async function settleOps(
  deps: SettleDeps,
  actor: Actor,
  ops: readonly PlannedOp[],
): Promise<Map<PlannedOp, Settled>> {
  const settled = new Map<PlannedOp, Settled>()
  const stalled: StalledLanes = new Map()
  const waiting: (readonly PlannedOp[])[] = [ops]
  let failures = 0
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const room = ops.length > wholeOpsMax ? deps.pace.room() : 1
    const { slice, rest } = cutSlice(part, room)
    if (rest.length > 0) waiting.unshift(rest)
    if (slice.every(({ lane }) => stalled.has(lane))) {
      for (const op of slice) settled.set(op, stalled.get(op.lane) ?? comeAgain)
      continue
    }
    const { outcomes, turn } = await settleSlice(deps, actor, slice, stalled)
    const restMs = deps.pace.restMsAfter(turn)
    if (waiting.length > 0 && restMs > 0) await setTimeout(restMs)
    if (!(outcomes instanceof KindFailed)) {
      for (const [op, outcome] of outcomes) settled.set(op, outcome)
      continue
    }
    failures += 1
    if (failures === 1) deps.log.warn(loggableError(outcomes.cause), 'operations are tried apart')
    const searching = failures < searchesMax
    if (searching && slice.length > 1) waiting.unshift(...partsOf(slice, outcomes.kind))
    else {
      const outcome = slice.length > 1 ? comeAgain : outcomeOfFailure(outcomes)
      for (const op of slice) {
        settled.set(op, outcome)
        noteStall(stalled, op, outcome)
      }
    }
    if (failures === searchesMax + givenUpMax) break
  }
  for (const op of waiting.flat()) settled.set(op, comeAgain)
  return settled
}

/** One transaction, told of once it is committed; a kind that fails in it leaves nothing of it, not even a stall. */
async function settleSlice(
  deps: SettleDeps,
  actor: Actor,
  ops: readonly PlannedOp[],
  stalled: StalledLanes,
): Promise<{ outcomes: Map<PlannedOp, Settled> | KindFailed; turn: Turn }> {
  const nowMs = deps.now()
  const begin = beginFor(
    actor.userId,
    ops.map(({ opId }) => opId),
  )
  let startedMs = performance.now()
  let othersWait = false
  const turn = () => ({ tookMs: performance.now() - startedMs, othersWait })
  try {
    const { settled, events, stalledHere } = await againAfterDeadlock(() =>
      inTransaction(deps.pool, begin, async (client, opened) => {
        startedMs = performance.now()
        const events: [readonly string[], BusEvent][] = []
        const stalledHere: StalledLanes = new Map(stalled)
        const publish = (...news: (typeof events)[number]) => void events.push(news)
        const { evidenceSealer } = deps
        const context = { client, actor, nowMs, today: utcDate(nowMs), evidenceSealer, publish }
        try {
          const known = knownOps(opened)
          const settled = await applyFresh(context, ops, { known, stalled: stalledHere })
          return { settled, events, stalledHere }
        } finally {
          othersWait = deps.pool.waitingCount > 0
        }
      }),
    )
    for (const [lane, outcome] of stalledHere) stalled.set(lane, outcome)
    for (const news of events) deps.events.publish(...news)
    return { outcomes: settled, turn: turn() }
  } catch (error) {
    if (error instanceof KindFailed) return { outcomes: error, turn: turn() }
    throw error
  }
}

async function applyFresh(
  context: ApplyContext & { client: pg.PoolClient },
  ops: readonly PlannedOp[],
  { known, stalled }: { known: ReadonlyMap<string, LedgerRow>; stalled: StalledLanes },
): Promise<Map<PlannedOp, Settled>> {
  const { client } = context
  const { userId } = context.actor
  const tooOld = new Map<PlannedOp, Settled>()
  const fresh = ops.filter((op) => {
    if (known.has(op.opId)) return false
    const refusal = refusalOf(op, context.nowMs)
    if (refusal) tooOld.set(op, refusal)
    return !refusal
  })
  const applied = await applyRuns(context, fresh, stalled)
  const effects = [...applied].flatMap(([op, outcome]) =>
    'result' in outcome ? [{ op, effect: outcome }] : [],
  )
  if (effects.length > 0) await insertApplied(client, userId, effects)

  const settled = new Map<PlannedOp, Settled>([...applied, ...tooOld])
  const again: PlannedOp[] = []
  for (const op of ops) {
    const row = known.get(op.opId)
    if (!row) continue
    const same = row.bodyHash === op.bodyHash
    const effect = same ? await replayedEffect(row, op, context) : undefined
    settled.set(op, effect ? { status: 'repeated', effect } : { status: 'reused' })
    if (effect?.status === 'applied') again.push(op)
  }
  for (const [applier, same] of Map.groupBy(again, (op) => op.applier)) {
    await applier.notifyAgain?.(context, same)
  }
  return settled
}

function refusalOf({ tappedAtMs }: PlannedOp, nowMs: number): Outcome | undefined {
  return tappedAtMs === undefined ? undefined : refusalOfAge(tappedAtMs, nowMs)
}

/** What became of an operation in a transaction; `failed` is our own fault and worth another try. */
type Applied = Outcome | { readonly status: 'failed'; readonly error: unknown }

/** Thrown when a kind's operations do not go through together: the transaction is lost, the kind's name is not. */
class KindFailed extends Error {
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
type StalledLanes = Map<string, Applied>

/**
 * Applies operations run by run, all of a run at once; adds the lanes that stall on the way. Throws `KindFailed`, or
 * what says that the database is away.
 */
async function applyRuns(
  context: ApplyContext & { client: pg.ClientBase },
  ops: readonly PlannedOp[],
  stalled: StalledLanes,
): Promise<Map<PlannedOp, Applied>> {
  const done = new Map<PlannedOp, Applied>()
  for (const run of runsOf(ops)) {
    const free = run.filter(({ lane }) => !stalled.has(lane))
    const outcomes = await applyRun(context, free)
    for (const [index, op] of free.entries()) {
      const outcome = outcomeAt(outcomes, index)
      done.set(op, outcome)
      noteStall(stalled, op, outcome)
    }
    for (const op of run) done.set(op, done.get(op) ?? stallOf(stalled, op))
  }
  return done
}

/** SQLSTATE classes 22 and 23: the data itself cannot be stored, now or later. */
function outcomeOfFailure({ cause }: KindFailed): Applied {
  const unusable = /^2[23]...$/.test(databaseErrorFacts(cause).code ?? '')
  return unusable
    ? { status: 'rejected', code: 'invalid_input' }
    : { status: 'failed', error: cause }
}

function noteStall(stalled: StalledLanes, { lane }: PlannedOp, outcome: Applied): void {
  // The last one's wait is the longest: nothing behind it comes before it.
  if (outcome.status === 'later' || outcome.status === 'failed') stalled.set(lane, outcome)
}

async function applyRun(
  context: ApplyContext,
  [first, ...rest]: readonly PlannedOp[],
): Promise<readonly Applied[]> {
  if (!first) return []
  try {
    return await first.applier.apply(context, [first, ...rest])
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    throw new KindFailed(first.kind, error)
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
