import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import * as v from 'valibot'
import { type CommandKind, type PayloadOf, commandVersion } from '#contract/commands.ts'
import { type LocalDate, dayMs } from '#contract/local-date.ts'
import { type ProblemCode, problem } from '#contract/problem.ts'
import type { OpResult, WireOp } from '#contract/sync/api.ts'
import type { Verdict } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { BusEvent } from '#server/ports/events/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'

/** How the server carries out one kind of queued command. */
export interface Applier<P> {
  /** Who may queue this kind at all. */
  readonly policy: (actor: Actor) => Verdict
  /** Operations of one lane keep their order, across pushes too. */
  readonly lane: (payload: P) => string
  /** The payload's schema in a version, for every version there has ever been. */
  readonly schema: (version: number) => v.GenericSchema<unknown, P>
  /**
   * Applies operations of one person in few statements and says what became of each, in their order. When it
   * throws, nothing of it stays, and the service tries fewer of them.
   */
  readonly apply: (context: ApplyContext, ops: readonly ReadOp<P>[]) => Promise<Outcome[]>
  /**
   * How many one transaction takes, where each needs statements of its own: as many as nobody notices. A hundred where
   * it is left out.
   */
  readonly batchMax?: number
  /**
   * What an applied operation was answered, where that follows from the operation alone: then the ledger holds no
   * copy of it, which is most of what a push would write.
   */
  readonly replay?: (op: ReadOp<P>) => unknown
  /** What a repeat is answered in the place of what the ledger holds of it: that, with what it left out read anew. */
  readonly recall?: (context: ApplyContext, saved: unknown) => Promise<unknown>
  /**
   * Tells others anew of applied operations that come again: the word of them may be lost with the answer, where the process or
   * its connection died right after the commit. For kinds that others are told of.
   */
  readonly notifyAgain?: (context: ApplyContext, ops: readonly ReadOp<P>[]) => Promise<void>
}

/** Every kind of command with its applier. */
export type Appliers = { readonly [K in CommandKind]: Applier<PayloadOf<K>> }

/** The transaction that operations are applied in, and for whom. `today` is the server's UTC day. */
export interface ApplyContext {
  readonly client: pg.PoolClient
  readonly actor: Actor
  readonly today: LocalDate
  /** The server's clock, in epoch milliseconds. */
  readonly nowMs: number
  readonly evidenceSealer: Sealer
  /** Tells people of a change once it is committed; an operation that is taken back may be told of all the same. */
  readonly publish: (userIds: readonly string[], event: BusEvent) => void
}

/** An operation whose payload its schema has read. */
export interface ReadOp<P> {
  readonly opId: string
  readonly payload: P
}

/** `applied` and `superseded` go into the ledger with the record they leave; a refusal leaves no trace. */
export type Outcome =
  | {
      readonly status: 'applied' | 'superseded'
      readonly result: unknown
      /** What the ledger keeps in its place, without what is somebody else's and goes with them. */
      readonly saved?: unknown
    }
  | { readonly status: 'rejected'; readonly code: ProblemCode; readonly message?: string }
  /** Nothing is wrong with it but the moment: its device sends it again, and what follows in its lane too. */
  | { readonly status: 'later'; readonly code: ProblemCode; readonly afterMs: number }

/** An operation that may be applied: read, permitted, and the first of its id in this push. */
export interface PlannedOp extends ReadOp<unknown> {
  readonly kind: string
  readonly applier: Applier<unknown>
  readonly lane: string
  readonly bodyHash: string
  /** When it was tapped, in epoch milliseconds; undefined for a call of its own, which no device keeps for later. */
  readonly tappedAtMs: number | undefined
}

/** What a push comes down to before the database is asked. */
export interface Plan {
  readonly ops: readonly PlannedOp[]
  /** For each operation of the push, in its order: settled already, or by the planned one of its id. */
  readonly entries: readonly (OpResult | { readonly opId: string; readonly op: PlannedOp })[]
}

/** The parts of an operation that say what it means. The device's day, which a queued one has, says how old it is. */
export type Intent = Pick<WireOp, 'opId' | 'v' | 'kind' | 'payload'> & Partial<WireOp>

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
    tappedAtMs:
      op.localDate === undefined ? undefined : tappedAt({ ...op, localDate: op.localDate }),
  }
}

/** The payload that an applier gets is the one that its own schema has read, whatever kind it is of. */
function applierOf(kind: string, appliers: Appliers): Applier<unknown> | undefined {
  const found = Object.entries(appliers).find(([name]) => name === kind)
  return found?.[1] as Applier<unknown> | undefined
}

/**
 * SHA-256 in hex of what an operation means: kind, version and payload. The order of keys means nothing. Call it
 * on payloads that a schema has read: their depth is bounded.
 */
export function bodyHash(kind: string, version: number, payload: unknown): string {
  return hash('sha256', JSON.stringify([kind, version, sorted(payload)]))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}

/** What a kind that takes few statements for many operations does in a few milliseconds. */
const batchMax = 100

/**
 * Cuts off the beginning of the operations that one transaction may hold, at least one: a push that takes many statements
 * is many short transactions, between which others have their turn. `room` is the part of a whole slice, above 0, at most 1.
 */
export function cutSlice(
  ops: readonly PlannedOp[],
  room: number,
): { slice: readonly PlannedOp[]; rest: readonly PlannedOp[] } {
  let left = room
  const end = ops.findIndex((op, index) => {
    left -= 1 / (op.applier.batchMax ?? batchMax)
    // Sums of fractions come out a little beside the whole.
    return index > 0 && left < -1e-9
  })
  return end < 0 ? { slice: ops, rest: [] } : { slice: ops.slice(0, end), rest: ops.slice(end) }
}

/**
 * Groups operations into runs of one kind, each of which is applied at once, in the order of the runs. An operation joins
 * the last run of its kind, unless a later run holds its lane: none overtakes another of its lane.
 */
export function runsOf<T extends Pick<PlannedOp, 'kind' | 'lane'>>(ops: readonly T[]): T[][] {
  const runs: T[][] = []
  const lastOfKind = new Map<string, number>()
  const lastOfLane = new Map<string, number>()
  for (const op of ops) {
    let at = lastOfKind.get(op.kind)
    if (at === undefined || at < (lastOfLane.get(op.lane) ?? 0)) at = runs.push([]) - 1
    runs[at]?.push(op)
    lastOfKind.set(op.kind, at)
    lastOfLane.set(op.lane, at)
  }
  return runs
}

/**
 * What to try after the operations of `kind` failed together: first those of lanes that the kind is not in, then the
 * others, half of the lanes and the other half, those with few operations first; in the end the halves of one lane. None
 * overtakes another of its lane.
 */
export function partsOf(slice: readonly PlannedOp[], kind: string): PlannedOp[][] {
  const lanes = Map.groupBy(slice, ({ lane }) => lane)
  const [others, suspects] = [false, true].map((suspect) =>
    [...lanes.values()].filter((ops) => ops.some((op) => op.kind === kind) === suspect),
  )
  const fewFirst = (suspects ?? []).sort((a, b) => a.length - b.length)
  const [only, ...more] = fewFirst
  const halves = only && more.length === 0 ? halvesOf(only) : halvesOf(fewFirst).map(flat)
  return [flat(others ?? []), ...halves].filter((part) => part.length > 0)
}

function halvesOf<T>(all: readonly T[]): T[][] {
  const middle = Math.ceil(all.length / 2)
  return [all.slice(0, middle), all.slice(middle)]
}

function flat(lanes: readonly (readonly PlannedOp[])[]): PlannedOp[] {
  return lanes.flat()
}

/**
 * How long after its tap an operation may still arrive for the first time. Together with what a clock may be ahead it stays
 * two weeks below what the ledger keeps (`maintenance.ts`): while it may come, the ledger still knows whether it has.
 */
export const opDaysMax = 150
/** How far ahead a device's clock may be. */
export const opDaysAheadMax = 14

const v7 = /^[\da-f]{8}-[\da-f]{4}-7/i

/**
 * When an operation was tapped, in epoch milliseconds: its id says so where it is of version 7, as all of ours are; for
 * another one it is the device's day. Either stays the same however often it comes.
 */
export function tappedAt({ opId, localDate }: Pick<WireOp, 'opId' | 'localDate'>): number {
  if (!v7.test(opId)) return Date.parse(`${localDate}T12:00:00Z`)
  return Number.parseInt(opId.slice(0, 8) + opId.slice(9, 13), 16)
}

/**
 * The refusal of an operation that the ledger does not know and may have known: to apply it could be to do it twice. Its
 * device can send it as a new one.
 */
export function refusalOfAge(tappedAtMs: number, nowMs: number): Outcome | undefined {
  if (tappedAtMs < nowMs - opDaysMax * dayMs) return { status: 'rejected', code: 'too_old' }
  if (tappedAtMs <= nowMs + opDaysAheadMax * dayMs) return undefined
  return { status: 'rejected', code: 'too_old', message: clockAheadText }
}

const clockAheadText =
  'The clock of this device was ahead when this was made. You can send it as new.'
