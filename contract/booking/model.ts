import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { shownRoomSchema } from '../calendar/room.ts'
import { instantSchema } from '../instant.ts'

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

export const slotSchema = v.object({
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

/** What a viewer may book with a provider. */
export const bookingAccessSchema = v.object({
  canBook: v.boolean(),
  remainingSessions: v.number(),
  /** The same by the minutes of a session, the one to be used up first first. */
  remaining: v.array(v.object({ duration: v.number(), sessions: v.number() })),
  /** Hours before its start until which a session can be cancelled or moved. */
  changeNoticeHours: v.number(),
})

export type BookingAccess = v.InferOutput<typeof bookingAccessSchema>

/** Start and end of a session that is asked for. */
export const slotFields = { startTime: instantSchema, endTime: instantSchema }

const personSchema = v.object({
  _id: userIdSchema,
  firstname: v.string(),
  lastname: v.string(),
  profileImg: v.nullable(v.string()),
})

/** Another time for a session, as its provider proposes it. */
export const proposalSchema = v.object({
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
  /** Goes up with each change. */
  sequence: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type Booking = v.InferOutput<typeof bookingSchema>

/** Who takes part in a session. */
export type BookingRole = 'client' | 'provider'

export type Canceller = (typeof cancellers)[number]

/** Decisions: until so long before its start a client may cancel or move a session. */
export const changeNoticeHoursDefault = 24

const hourMs = 3_600_000

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
