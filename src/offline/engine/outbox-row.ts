import type { Table } from 'dexie'
import * as v from 'valibot'
import {
  commandSchema,
  commandVersion,
  type CommandKind,
  type PayloadOf,
} from '#contract/commands.ts'
import { localDateSchema, type LocalDate } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { WireOp } from '#contract/sync/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/**
 * `pending` waits its turn, `asks` has waited so long that its person has to say whether it still goes, `needs_upgrade`
 * waits for a newer build, of the app or of the server, `dead` was refused and waits for the person: nothing of theirs is dropped by count or age.
 */
export type OpState = 'pending' | 'asks' | 'needs_upgrade' | 'dead'

export interface OpError {
  readonly code: ProblemCode | 'unreadable'
  readonly message: string
  /** Epoch milliseconds by the device's clock; for display alone. */
  readonly at: number
}

/** What a person meant, waiting to be sent. No token, no address, no header: the sender adds those. */
interface WaitingOp {
  /** The order of the taps on this device; the only order there is. */
  seq: number
  opId: string
  v: number
  userId: string
  /** Operations of one lane are applied in the order of `seq`; lanes do not wait for each other. */
  lane: string
  kind: string
  payload: unknown
  blobIds: string[]
  localDate: LocalDate
  tz: string
  state: OpState
  /** How often the server sent it back, or failed over it alone. */
  attempts: number
  /** A request that carried it ended without a word about it: the server may have carried it out. */
  unanswered?: true
  /** Epoch milliseconds before which it is not sent. */
  nextAttemptAt: number
  createdAt: number
  /** Epoch milliseconds from which on it asks before it goes; absent where it never asks, or was answered. */
  askAfter?: number
  lastError?: OpError
  /** The server had acknowledged it before it was restored from a backup; its person may have deleted what it was since. */
  again?: 'sent' | 'deleted'
  /** The server that did not know it is older than this build: from this number of its contract on it is sent again. */
  awaitsContract?: number
}

export interface OutboxRow extends WaitingOp {
  /** Operations that this one took out of the line: they stand there again where it is deleted before the server has it. */
  withdrawn?: WaitingOp[]
}

/** The moment in an id of version 7, in epoch milliseconds. */
export function timeIn(opId: string): number {
  return Number.parseInt(opId.slice(0, 8) + opId.slice(9, 13), 16)
}

/** The same id with another moment in it: another operation to the server. */
export function withTime(opId: string, epochMs: number): string {
  const time = Math.round(epochMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${opId.slice(13)}`
}

/** Whether an operation that waits here may have reached the server all the same. */
export function mayHaveArrived(row: Pick<OutboxRow, 'attempts' | 'unanswered'>): boolean {
  return row.attempts > 0 || row.unanswered === true
}

/** The same for one that may have been refused: the refusal was about a later try than one that was left unanswered. */
export function mayBeThere(row: Pick<OutboxRow, 'state' | 'attempts' | 'unanswered'>): boolean {
  return row.state === 'dead' ? row.unanswered === true : mayHaveArrived(row)
}

/**
 * Until when a tap can be taken back, in epoch milliseconds; undefined for one that was to go at once, and for one that
 * has been tried.
 */
export function undoableUntil(
  row: Pick<OutboxRow, 'state' | 'attempts' | 'nextAttemptAt' | 'createdAt'>,
): number | undefined {
  const held = row.state === 'pending' && row.attempts === 0 && row.nextAttemptAt > row.createdAt
  return held ? row.nextAttemptAt : undefined
}

/** The fields of a stored row that sending relies on; a row that lost its shape is shown, never sent. */
const sendableSchema = v.object({
  opId: v.pipe(v.string(), v.uuid()),
  v: v.pipe(v.number(), v.integer(), v.minValue(1)),
  kind: v.string(),
  payload: v.unknown(),
  localDate: localDateSchema,
  tz: v.string(),
})

/**
 * The operation as it travels, or undefined where the stored row cannot be read. A row of this build's version must be a
 * command of the contract; others are the server's to read.
 */
export function toWireOp(row: OutboxRow): WireOp | undefined {
  const parsed = v.safeParse(sendableSchema, row)
  if (!parsed.success) return undefined
  const { kind, payload } = parsed.output
  const isRead = parsed.output.v !== commandVersion || v.is(commandSchema, { kind, payload })
  return isRead ? parsed.output : undefined
}

/** Whether a build could not read it, as an older one in another tab may not, that this one reads. */
export function isMisread(row: OutboxRow): boolean {
  return row.lastError?.code === 'unreadable' && toWireOp(row) !== undefined
}

/** The record that an operation found at the server: of an earlier try of its own, or of another one. */
export interface Found<T> {
  readonly opId: string
  readonly result: T
}

/** The tap that queued an operation, by the device's clock. */
export interface Tap {
  /** A new UUIDv7. */
  readonly opId: string
  readonly epochMs: number
  /** The moment of the draft that was sent, by which it is told from another page's; null for none, absent where any goes. */
  readonly draftAt?: number | null
}

/** The ids of a refused operation and of the one that goes in its place. */
interface Replaced {
  readonly oldId: string
  readonly newId: string
}

/** What the device must know of a kind of operation to queue it and to take its result in: the record that the server answers with. */
export interface Kind<K extends CommandKind, Result> {
  /** The tables that `admit` and `settle` touch beside the outbox. */
  tables(db: UserDatabase): Table[]
  /** Runs in the enqueuing transaction: may this be queued, given what the device knows? */
  admit(db: UserDatabase, payload: PayloadOf<K>): Promise<'ok' | ProblemCode>
  /** Runs in the enqueuing transaction once the operation is in line: what else of the device it changes. */
  queued?(db: UserDatabase, payload: PayloadOf<K>, tap: Tap): Promise<void>
  /** Runs in the transaction that puts a new operation in the place of a refused one: what else knew it by its old id. */
  replaced?(db: UserDatabase, payload: PayloadOf<K>, ids: Replaced): Promise<void>
  /** An operation that has waited for so long, in milliseconds, asks before it goes; absent for never. */
  readonly asksAfterMs?: number
  /** Runs in the transaction that deletes the operations, and before it does: writes the server's records as base rows. */
  settle(db: UserDatabase, results: Result[]): Promise<void>
  /** Runs in the same transaction, for operations that found a record there: what their person learns of that. */
  found?(db: UserDatabase, found: Found<Result>[]): Promise<void>
  /** Runs in the same transaction: the ids of those whose found record is about to go, so that they are to go again then. */
  inVain?(db: UserDatabase, found: readonly Found<Result>[]): Promise<string[]>
  /** Refusals that leave nothing to do, nor to tell, where it goes again to a server that was restored; absent for none. */
  readonly idleAgain?: readonly ProblemCode[]
  /** Whether to do it once more does no harm, so that it goes anew by itself where the server cannot tell; absent for no. */
  readonly harmlessTwice?: true
  readonly resultSchema: v.GenericSchema<unknown, Result>
}
