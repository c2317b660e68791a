import type { Table } from 'dexie'
import type * as v from 'valibot'
import type { CommandKind, PayloadOf } from '#contract/commands.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** The record that an operation found at the server: of an earlier try of its own, or of another one. */
export interface Found<T> {
  readonly opId: string
  readonly result: T
}

/** What the device must know of a kind of operation to queue it and to take its result in: the record that the server answers with. */
export interface Kind<K extends CommandKind, Result> {
  /** The tables that `admit` and `settle` touch beside the outbox. */
  tables(db: UserDatabase): Table[]
  /** Runs in the enqueuing transaction: may this be queued, given what the device knows? */
  admit(db: UserDatabase, payload: PayloadOf<K>): Promise<'ok' | ProblemCode>
  /** Runs in the enqueuing transaction once the operation is in line: what else of the device it changes. */
  queued?(db: UserDatabase, payload: PayloadOf<K>): Promise<void>
  /** An operation that has waited for so long, in milliseconds, asks before it goes; absent for never. */
  readonly asksAfterMs?: number
  /** Runs in the transaction that deletes the operations, and before it does: writes the server's records as base rows. */
  settle(db: UserDatabase, results: Result[]): Promise<void>
  /** Runs in the same transaction, for operations that found a record there: what their person learns of that. */
  found?(db: UserDatabase, found: Found<Result>[]): Promise<void>
  readonly resultSchema: v.GenericSchema<unknown, Result>
}
