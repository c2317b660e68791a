import * as v from 'valibot'
import { localDateSchema, type LocalDate } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { WireOp } from '#contract/sync/model.ts'

/**
 * `pending` waits its turn, `asks` has waited so long that its person has to say whether it still goes, `needs_upgrade`
 * waits for a newer build, `dead` was refused and waits for the person: nothing of theirs is dropped by count or age.
 */
export type OpState = 'pending' | 'asks' | 'needs_upgrade' | 'dead'

export interface OpError {
  readonly code: ProblemCode | 'unreadable'
  readonly message: string
  /** Epoch milliseconds by the device's clock; for display alone. */
  readonly at: number
}

/** What a person meant, waiting to be sent. No token, no address, no header: the sender adds those. */
export interface OutboxRow {
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
  attempts: number
  /** Epoch milliseconds before which it is not sent. */
  nextAttemptAt: number
  createdAt: number
  /** Epoch milliseconds from which on it asks before it goes; absent where it never asks, or was answered. */
  askAfter?: number
  lastError?: OpError
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

/** The operation as it travels, or undefined where the stored row cannot be read. */
export function toWireOp(row: OutboxRow): WireOp | undefined {
  const parsed = v.safeParse(sendableSchema, row)
  return parsed.success ? parsed.output : undefined
}
