import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { shownRoomSchema } from '../calendar/model.ts'
import { idSchema } from '../id.ts'
import { instantSchema } from '../instant.ts'
import { hourMs } from '../local-date.ts'

/** Spec 9: a page of the calendar. The week in which clocks go back is longer than 7 times 24 hours. */
export const windowDaysMax = 7

const windowMsMax = windowDaysMax * 86_400_000 + 2 * 3_600_000

/** How far ahead a session may be booked. */
export const bookingAheadDaysMax = 180

const dayOrInstant = v.pipe(
  v.string(),
  v.transform((text) => (text.length === 10 ? `${text}T00:00:00Z` : text)),
  instantSchema,
)

/** Spec 7: `startDate` and `endDate`, moments or days of UTC, at most a week apart. */
export const slotWindowSchema = v.pipe(
  v.strictObject({
    startDate: dayOrInstant,
    endDate: dayOrInstant,
    /** Minutes; the duration of the oldest session that is left when absent. */
    duration: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number))),
  }),
  v.forward(
    v.check(({ startDate, endDate }) => endDate > startDate, 'The end must be after the start'),
    ['endDate'],
  ),
  v.forward(
    v.check(
      ({ startDate, endDate }) => Date.parse(endDate) - Date.parse(startDate) <= windowMsMax,
      `At most ${windowDaysMax} days at a time`,
    ),
    ['endDate'],
  ),
)

const slotSchema = v.object({
  start: v.string(),
  end: v.string(),
  available: v.boolean(),
})

export type Slot = v.InferOutput<typeof slotSchema>

export const slotsReplySchema = v.object({
  slots: v.array(slotSchema),
  /** The provider's own zone. */
  timeZone: v.string(),
  /** Minutes of each slot. */
  duration: v.number(),
})

export type SlotsReply = v.InferOutput<typeof slotsReplySchema>

/** Start and end of a session that is asked for. */
export const slotFields = { startTime: instantSchema, endTime: instantSchema }

const personSchema = v.object({
  _id: userIdSchema,
  firstname: v.string(),
  lastname: v.string(),
  profileImg: v.nullable(v.string()),
})

/** Another time for a session, as its provider proposes it. */
const proposalSchema = v.object({
  start: v.string(),
  end: v.string(),
  /** The last moment, not included, at which the client may accept it. */
  expiresAt: v.string(),
})

export type Proposal = v.InferOutput<typeof proposalSchema>

/** Who cancels sessions: one of the two, or the product for both. */
const cancellers = ['client', 'provider', 'zync'] as const

/** A session as the one who asks takes part in it. */
export const bookingSchema = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  /** Which part the viewer has in it. */
  role: v.picklist(['client', 'provider']),
  /** The other person; null once their account is gone. */
  with: v.nullable(personSchema),
  start: v.string(),
  end: v.string(),
  /** The provider's zone when it was booked. */
  timeZone: v.string(),
  status: v.picklist(['booked', 'cancelled']),
  /** `zync`: neither of the two, but what the product does for their safety. */
  cancelledBy: v.nullable(v.picklist(cancellers)),
  /** When its client tapped 'Cancel' where that came after the notice time and counts; null where it came in time. */
  cancelTappedAt: v.optional(v.nullable(v.string()), null),
  /** Where it takes place; null where the provider has not said, and once it is cancelled. */
  room: v.optional(v.nullable(shownRoomSchema), null),
  /** Until when the viewer may cancel it, and a client move it. */
  changeableUntil: v.string(),
  /** The one proposal that is open; sessions that an older build stored have none. */
  proposal: v.optional(v.nullable(proposalSchema), null),
  /** Goes up with each change but those of a proposal. */
  sequence: v.number(),
  createdAt: v.string(),
  /** Of two answers with one sequence the newer one: it goes up when a time is proposed, and when that ends. */
  updatedAt: v.string(),
})

export type Booking = v.InferOutput<typeof bookingSchema>

/** Who takes part in a session. */
export type BookingRole = 'client' | 'provider'

export type Canceller = (typeof cancellers)[number]

/** Decisions: until so long before its start a client may cancel or move a session. */
export const changeNoticeHoursDefault = 24

/**
 * The last moment, not included, at which somebody may cancel their session: clients with the notice that they were
 * shown, providers until it starts.
 */
export function changeableUntilMs(
  role: BookingRole,
  startMs: number,
  noticeHours: number = changeNoticeHoursDefault,
): number {
  return role === 'client' ? startMs - noticeHours * hourMs : startMs
}

/**
 * A cancel that a device queued while nothing answered. Its moments are by the server's clock, as the device reckons it from
 * the last answer that it got.
 */
export const bookingCancelSchema = v.strictObject({
  bookingId: idSchema,
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
