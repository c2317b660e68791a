import * as v from 'valibot'
import { instantSchema } from '../instant.ts'

/**
 * A cancel that a device queued while nothing answered. Its moments are by the server's clock, as the device reckons it from
 * the last answer that it got.
 */
export const bookingCancelSchema = v.strictObject({
  bookingId: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  /** The session as its person saw it: one that was moved since is not what they cancelled. */
  sequence: v.pipe(v.number(), v.integer(), v.minValue(0)),
  tappedAt: instantSchema,
  /** When the device last heard from the server. */
  lastAnswerAt: instantSchema,
})

export type BookingCancel = v.InferOutput<typeof bookingCancelSchema>

/** Changes of one session keep their order. */
export function bookingLane(bookingId: string): string {
  return `booking:${bookingId}`
}

/** What the server answers a queued cancel with. */
export const cancelReceiptSchema = v.object({
  bookingId: v.pipe(v.string(), v.uuid()),
  /** `zync`: neither of the two. Not always who queued it: the other one may have been first. */
  cancelledBy: v.nullable(v.picklist(['client', 'provider', 'zync'])),
  sequence: v.number(),
  updatedAt: v.string(),
})

export type CancelReceipt = v.InferOutput<typeof cancelReceiptSchema>

/** So long after its tap a cancel that comes after the notice time still counts. */
export const lateCancelHoursMax = 12

/** So many of them count in as many days for one client: their provider kept the time free. */
export const lateCancelsMax = 2
export const lateCancelDays = 30

/** Two clocks that are right differ by less. */
export const clockSkewMsMax = 120_000

const hourMs = 3_600_000

/** What the server says of a queued cancel that it refuses. */
export const cancelRefusals = {
  begun: 'The session had begun before your cancel reached us.',
  moved: 'This session was moved before your cancel reached us. Look at its new time.',
  tooLong: `Your cancel reached us more than ${lateCancelHoursMax} hours after your tap. The session stays.`,
  clock: 'Your phone’s clock and ours do not agree on when you tapped. The session stays.',
  tooMany: `Only ${lateCancelsMax} late cancels count in ${lateCancelDays} days. The session stays.`,
} as const

/**
 * The last moment, not included, at which a cancel counts when it arrives: the end of the notice time, or later where it was
 * tapped in time by a clock that agrees with what the device had heard; never after the session's start. All in epoch
 * milliseconds.
 */
export function cancelCountsUntilMs(
  { tappedAt, lastAnswerAt }: Pick<BookingCancel, 'tappedAt' | 'lastAnswerAt'>,
  { startMs, changeableMs }: { readonly startMs: number; readonly changeableMs: number },
): number {
  const tappedMs = Date.parse(tappedAt)
  const inTime = tappedMs < changeableMs && tappedMs >= Date.parse(lastAnswerAt) - clockSkewMsMax
  const lateMs = Math.min(startMs, tappedMs + lateCancelHoursMax * hourMs)
  return inTime ? Math.max(changeableMs, lateMs) : changeableMs
}
