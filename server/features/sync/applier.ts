import type pg from 'pg'
import type { GenericSchema } from 'valibot'
import type { CommandKind, PayloadOf } from '#contract/commands.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { Verdict } from '#server/http/session/authorize.ts'
import type { BusEvent } from '#server/ports/events/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'

/** How the server carries out one kind of queued command. */
export interface Applier<P> {
  /** Who may queue this kind at all. */
  readonly policy: (actor: Actor) => Verdict
  /** Operations of one lane keep their order, across pushes too. */
  readonly lane: (payload: P) => string
  /** The payload's schema in a version, for every version there has ever been. */
  readonly schema: (version: number) => GenericSchema<unknown, P>
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
  | { readonly status: 'applied' | 'superseded'; readonly result: unknown }
  | { readonly status: 'rejected'; readonly code: ProblemCode; readonly message?: string }
  /** Nothing is wrong with it but the moment: its device sends it again, and what follows in its lane too. */
  | { readonly status: 'later'; readonly code: ProblemCode; readonly afterMs: number }
