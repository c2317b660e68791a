import type { Table } from 'dexie'
import type * as v from 'valibot'
import type { CommandKind, PayloadOf } from '#contract/commands.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Block, OwnReport } from '#contract/safety/model.ts'
import type { DeletionReceipt, MessageReceipt } from '#contract/chat/model.ts'
import type { QuestRecord } from '#contract/quests/response.ts'
import type { TrackerEntry } from '#contract/trackers/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** The record that the server answers a kind with. */
export interface ResultByKind extends Record<CommandKind, unknown> {
  'trackers.record': TrackerEntry
  'safety.block': Block
  'safety.report': OwnReport
  'quest.respond': QuestRecord
  'chat.send': MessageReceipt
  'chat.delete': DeletionReceipt
}

/** The record that an operation found at the server: of an earlier try of its own, or of another one. */
export interface Found<T> {
  readonly opId: string
  readonly result: T
}

/** What the device must know of a kind of operation to queue it and to take its result in. */
export interface Kind<K extends CommandKind> {
  /** The tables that `admit` and `settle` touch beside the outbox. */
  tables(db: UserDatabase): Table[]
  /** Runs in the enqueuing transaction: may this be queued, given what the device knows? */
  admit(db: UserDatabase, payload: PayloadOf<K>): Promise<'ok' | ProblemCode>
  /** Runs in the enqueuing transaction once the operation is in line: what else of the device it changes. */
  queued?(db: UserDatabase, payload: PayloadOf<K>): Promise<void>
  /** An operation that has waited for so long, in milliseconds, asks before it goes; absent for never. */
  readonly asksAfterMs?: number
  /** Runs in the transaction that deletes the operations, and before it does: writes the server's records as base rows. */
  settle(db: UserDatabase, results: ResultByKind[K][]): Promise<void>
  /** Runs in the same transaction, for operations that found a record there: what their person has to be told of that. */
  found?(db: UserDatabase, found: Found<ResultByKind[K]>[]): Promise<void>
  readonly resultSchema: v.GenericSchema<unknown, ResultByKind[K]>
}
