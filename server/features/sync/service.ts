import type pg from 'pg'
import { v5 as uuidv5 } from 'uuid'
import type { OpResult, PushReply, WireOp } from '#contract/sync/api.ts'
import { databaseErrorFacts } from '#server/db/errors.ts'
import { loggableError, ProblemError } from '#server/http/routing/problem.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { Metrics } from '#server/ports/metrics/metrics.ts'
import type { Effect } from './ledger.ts'
import { createOpBudget, type OpBudgetBounds, createPace } from './pace.ts'
import {
  type Appliers,
  planPush,
  rejected,
  type Intent,
  type Plan,
  type PlannedOp,
} from './plan.ts'
import { settleOps, type Settled, type SettleDeps } from './settle.ts'
import { clusterMarks, storedEpoch } from './sync.sql.ts'

/** By then a process has noticed a restore that broke none of its connections. */
const freshMs = 15_000

interface Epoch {
  /** The life of the data that the database has now. */
  current(): Promise<string>
  /** The same, asked anew: before a phone is told that it knew another one. */
  now(): Promise<string>
}

/**
 * The life of the server's data: the id in the database, which a restore of ours changes, together with what PostgreSQL
 * changes by itself when a copy is restored or a standby takes over (its system and its timeline). Asked every few
 * seconds, and anew after each new connection.
 */
export function createEpoch(pool: pg.Pool, now: () => number): Epoch {
  let known: { epoch: Promise<string>; untilMs: number } | undefined
  pool.on('connect', () => (known = undefined))

  function ask(): Promise<string> {
    const epoch = readEpoch(pool)
    const mine = { epoch, untilMs: now() + freshMs }
    known = mine
    epoch.catch(() => {
      if (known === mine) known = undefined
    })
    return epoch
  }

  return {
    current: () => (known && now() < known.untilMs ? known.epoch : ask()),
    now: ask,
  }
}

async function readEpoch(pool: pg.Pool): Promise<string> {
  const stored = await storedEpoch.first(pool)
  if (!stored) throw new Error('The database has lost its epoch')
  return uuidv5(await marksOf(pool), stored.epoch)
}

/** The role may not ask, or what speaks PostgreSQL's language has no such functions: it will never say. */
const neverSays = new Set(['42501', '42883', '0A000'])

/** Where nobody ever says, the id alone has to do. A standby cannot say: its id alone would be one more life of the data. */
async function marksOf(pool: pg.Pool): Promise<string> {
  try {
    const marks = await clusterMarks.first(pool)
    return `${marks?.system} ${marks?.timeline}`
  } catch (error) {
    if (neverSays.has(databaseErrorFacts(error).code ?? '')) return ''
    throw error
  }
}

interface SyncDeps extends Omit<SettleDeps, 'pace'> {
  readonly appliers: Appliers
  /** In the place of the product's own. */
  readonly opBudget?: OpBudgetBounds | undefined
  readonly metrics: Pick<Metrics, 'operation'>
}

export type SyncService = ReturnType<typeof createSyncService>

/** After an error of ours an operation rests this long before its device sends it again. */
const retryAfterMs = 30_000

export function createSyncService(deps: SyncDeps) {
  const exclusively = createKeyedMutex()
  const budget = createOpBudget(deps.now, deps.opBudget)
  const pace = createPace()
  const epoch = createEpoch(deps.pool, deps.now)

  /**
   * Applies what a device queued, each operation once, and answers for each in the order they came. What is more than
   * the person's share comes again; throws `rate_limited` where nothing of it is left. All of it comes again where the
   * device knew another life of our data.
   */
  async function push(
    actor: Actor,
    ops: readonly WireOp[],
    knownEpoch?: string,
  ): Promise<PushReply> {
    const { granted, afterMs } = share(actor, ops.length)
    const current = await epoch.current()
    // Its phone knows what this data has forgotten: that comes first.
    if (knownEpoch !== undefined && knownEpoch !== current) {
      const asked = await epoch.now()
      if (knownEpoch !== asked) return { results: ops.map(comeAgain), epoch: asked }
    }
    const plan = await planPush(actor, ops.slice(0, granted), deps.appliers)
    const settled = await settle(actor, plan.ops)
    const results = answersOf(plan, settled)
    const tooMany = ops
      .slice(granted)
      .map(({ opId }): OpResult => ({ opId, status: 'retry', code: 'rate_limited', afterMs }))
    const all = [...results, ...tooMany]
    for (const [index, { status }] of all.entries()) note(ops[index]?.kind ?? '', status)
    return { results: all, epoch: current }
  }

  /** A kind that we do not know is whatever somebody sent. */
  function note(kind: string, status: OpResult['status']): void {
    deps.metrics.operation(Object.hasOwn(deps.appliers, kind) ? kind : 'unknown', status)
  }

  /** Applies one operation that came as a call of its own, or throws its problem. */
  async function applyOne(actor: Actor, op: Intent): Promise<Effect> {
    share(actor, 1)
    const plan = await planPush(actor, [op], deps.appliers)
    const settled = await settle(actor, plan.ops)
    const [entry] = plan.entries
    return effectOrProblem(entry && 'op' in entry ? settled.get(entry.op) : entry)
  }

  function share(actor: Actor, wanted: number) {
    admit(actor)
    return budget.take(actor.userId, wanted)
  }

  /** Throws `rate_limited` for a person whose share of operations is used up. */
  function admit({ userId }: Actor): void {
    const waitMs = budget.waitMs(userId)
    if (waitMs > 0) throw new ProblemError('rate_limited', { retryAfterSeconds: waitMs / 1_000 })
  }

  async function settle(actor: Actor, ops: readonly PlannedOp[]) {
    const settled = await exclusively(actor.userId, () => settleOps({ ...deps, pace }, actor, ops))
    for (const outcome of settled.values()) {
      if (outcome.status === 'failed') {
        deps.log.error(loggableError(outcome.error), 'an operation could not be applied')
      }
    }
    return settled
  }

  return { push, applyOne, admit, epoch: () => epoch.current() }
}

/** An answer for each operation of a push, in their order. */
function answersOf({ entries }: Plan, settled: ReadonlyMap<PlannedOp, Settled>): OpResult[] {
  const answered = new Set<PlannedOp>()
  return entries.map((entry): OpResult => {
    if ('status' in entry) return entry
    const again = answered.has(entry.op)
    answered.add(entry.op)
    return resultOf(entry.opId, settled.get(entry.op), again)
  })
}

function comeAgain({ opId }: WireOp): OpResult {
  return { opId, status: 'retry', code: 'busy', afterMs: 0 }
}

/** `again`: the same operation stood earlier in the same push. */
function resultOf(opId: string, settled: Settled | undefined, again: boolean): OpResult {
  switch (settled?.status) {
    case 'applied':
      return { opId, status: again ? 'duplicate' : 'applied', result: settled.result }
    case 'superseded':
      return { opId, status: 'superseded', result: settled.result }
    case 'repeated': {
      const { status, result } = settled.effect
      return { opId, status: status === 'applied' ? 'duplicate' : status, result }
    }
    case 'reused':
      return rejected(opId, 'op_reused')
    case 'rejected':
      return rejected(opId, settled.code, settled.message)
    case 'later':
      return { opId, status: 'retry', code: settled.code, afterMs: settled.afterMs }
    case 'failed':
    case undefined:
      return { opId, status: 'retry', code: 'internal', afterMs: retryAfterMs }
  }
}

/** The effect of an operation, or its problem: an operation of ours is never of a build newer than ours. */
function effectOrProblem(settled: Settled | OpResult | undefined): Effect {
  if (settled?.status === 'applied' || settled?.status === 'superseded') return settled
  if (settled?.status === 'repeated') return settled.effect
  if (settled?.status === 'reused') throw new ProblemError('op_reused')
  if (settled?.status === 'later') {
    throw new ProblemError(settled.code, { retryAfterSeconds: settled.afterMs / 1_000 })
  }
  if (settled?.status !== 'rejected') throw new ProblemError('internal')
  const { code, message } = settled
  throw new ProblemError(code, message === undefined ? {} : { message })
}

/**
 * Lets work of one key run one after the other, in the order it came. Within a process this keeps a person who
 * pushes many times at once from holding as many connections, all waiting for the same lock.
 */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>()

  return async function exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key)
    // How the one before ended is its own caller's business.
    const mine = before ? before.then(work, work) : work()
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
