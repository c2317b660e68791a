import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import { commandVersion } from '#contract/commands.ts'
import { problem, type ProblemCode } from '#contract/problem.ts'
import type { OpResult, WireOp } from '#contract/sync/model.ts'
import type { Actor } from '#server/http/session/actor.ts'
import type { Applier, Appliers, ReadOp } from './applier.ts'
import { bodyHash } from './body-hash.ts'

/** An operation that may be applied: read, permitted, and the first of its id in this push. */
export interface PlannedOp extends ReadOp<unknown> {
  readonly kind: string
  readonly applier: Applier<unknown>
  readonly lane: string
  readonly bodyHash: string
}

/** What a push comes down to before the database is asked. */
export interface Plan {
  readonly ops: readonly PlannedOp[]
  /** For each operation of the push, in its order: settled already, or by the planned one of its id. */
  readonly entries: readonly (OpResult | { readonly opId: string; readonly op: PlannedOp })[]
}

/** The parts of an operation that say what it means; the device's day and zone do not. */
export type Intent = Pick<WireOp, 'opId' | 'v' | 'kind' | 'payload'>

/** What is read in well under a millisecond: between two of these the process answers others. */
const readTogetherMax = 50

/** Reads each operation on its own, so that one that cannot be read says nothing about the others. */
export async function planPush(
  actor: Actor,
  ops: readonly Intent[],
  appliers: Appliers,
): Promise<Plan> {
  const planned = new Map<string, PlannedOp>()
  const entries: Plan['entries'][number][] = []
  for (const op of ops) {
    if (entries.length > 0 && entries.length % readTogetherMax === 0) await setImmediate()
    entries.push(entryOf(op, readOp(actor, op, appliers), planned))
  }
  return { ops: [...planned.values()], entries }
}

/** Notes the first operation of its id; the same again is the first one's, another one under its id is refused. */
function entryOf(
  { opId }: Intent,
  read: PlannedOp | OpResult,
  planned: Map<string, PlannedOp>,
): Plan['entries'][number] {
  if ('status' in read) return read
  const first = planned.get(read.opId)
  if (first && first.bodyHash !== read.bodyHash) return rejected(opId, 'op_reused')
  planned.set(read.opId, first ?? read)
  return { opId, op: first ?? read }
}

/** A refusal, in the words of the catalogue unless its feature has better ones. */
export function rejected(
  opId: string,
  code: ProblemCode,
  message: string = problem(code).message,
): OpResult {
  return { opId, status: 'rejected', code, message }
}

function readOp(actor: Actor, op: Intent, appliers: Appliers): PlannedOp | OpResult {
  const applier = applierOf(op.kind, appliers)
  if (!applier || op.v > commandVersion) return { opId: op.opId, status: 'upgrade_required' }
  const verdict = applier.policy(actor)
  if (verdict !== 'allow') return rejected(op.opId, verdict)
  const payload = v.safeParse(applier.schema(op.v), op.payload)
  if (!payload.success) return rejected(op.opId, 'invalid_input')
  return {
    // PostgreSQL gives ids back in lower case.
    opId: op.opId.toLowerCase(),
    kind: op.kind,
    applier,
    lane: applier.lane(payload.output),
    payload: payload.output,
    bodyHash: bodyHash(op.kind, op.v, op.payload),
  }
}

/** The payload that an applier gets is the one that its own schema has read, whatever kind it is of. */
function applierOf(kind: string, appliers: Appliers): Applier<unknown> | undefined {
  const found = Object.entries(appliers).find(([name]) => name === kind)
  return found?.[1] as Applier<unknown> | undefined
}
