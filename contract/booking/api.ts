import * as v from 'valibot'
import { userIdSchema } from '#contract/account/model.ts'
import { scheduleReplySchema } from '#contract/calendar/api.ts'
import { endpoint, failsWith, jsonBytesMax } from '#contract/endpoint.ts'
import { localDateSchema } from '#contract/local-date.ts'
import { nextPageSchema, pageQuery } from '#contract/page.ts'
import { currencySchema, minorSchema } from '#contract/pricing/money.ts'
import { idSchema } from '../id.ts'
import { dayMs } from '../local-date.ts'
import {
  bookingSchema,
  slotFields,
  slotsReplySchema,
  slotWindowSchema,
  windowDaysMax,
} from './model.ts'

const providerParams = v.object({ providerId: userIdSchema })
const bookingParams = v.object({ id: idSchema })

/** So many care providers are asked about at once. */
export const offersMax = 24

/** The ids of care providers, with commas between them. */
const offersQuerySchema = v.strictObject({
  providers: v.pipe(
    v.string(),
    v.maxLength(offersMax * 37),
    v.transform((text) => [...new Set(text.split(','))]),
    v.array(v.pipe(userIdSchema, v.toLowerCase())),
    v.minLength(1),
    v.maxLength(offersMax),
  ),
})

/** What a viewer may book with a provider. */
const bookingAccessSchema = v.object({
  canBook: v.boolean(),
  remainingSessions: v.number(),
  /** The same by the minutes of a session, the one to be used up first first. */
  remaining: v.array(v.object({ duration: v.number(), sessions: v.number() })),
  /** Sessions that were paid and cannot be booked until a bank has decided; a server from before does not say. */
  onHold: v.optional(v.number(), 0),
  /** Hours before its start until which a session can be cancelled or moved. */
  changeNoticeHours: v.number(),
})

export type BookingAccess = v.InferOutput<typeof bookingAccessSchema>

/** What helps to choose among care providers. */
const offerSchema = v.object({
  providerId: userIdSchema,
  /** The least that one pays, VAT included; null of who sells nothing. */
  from: v.nullable(v.object({ currency: currencySchema, finalPriceMinor: minorSchema })),
  /** When the next slot starts that nothing lies in the way of; null where none is near, or it is not known here. */
  nextFree: v.nullable(v.string()),
})

/** Spec 9: a page of the calendar begins with a day; which moments that are depends on the clock it is read by. */
const weekQuerySchema = v.strictObject({
  day: v.pipe(
    localDateSchema,
    // What is read around it has years of four digits too.
    v.check((day) => day > '0001-02' && day < '9999-12', 'Not a day of the calendar (YYYY-MM-DD)'),
  ),
})

const weekBusySchema = v.object({
  start: v.string(),
  end: v.string(),
  /** The owner's own words; those of Google stay there. */
  reason: v.string(),
  source: v.picklist(['zync', 'google']),
})

/** All that fills a week of a care provider. */
export const providerWeekSchema = v.object({
  /** When the server said so, by its own clock. */
  asOf: v.string(),
  schedule: scheduleReplySchema,
  /** Their sessions that are booked, first first. */
  sessions: v.array(bookingSchema),
  busy: v.array(weekBusySchema),
  /** `unavailable`: Google did not say when they are busy. */
  google: v.picklist(['none', 'read', 'unavailable']),
  /** Google lets Zync in no longer: nobody can book until its owner connects again. Absent from an older server. */
  googleExpired: v.optional(v.boolean()),
})

export const bookingApi = {
  validateAccess: endpoint({
    method: 'GET',
    path: '/booking/validate-access/{providerId}',
    summary: 'How many sessions one has left with a care provider',
    tag: 'Booking',
    session: 'required',
    params: providerParams,
    reply: { status: 200, schema: bookingAccessSchema },
    problems: ['not_found'],
    texts: failsWith('Failed to validate booking access', { not_found: 'Provider not found.' }),
  }),
  availableSlots: endpoint({
    method: 'GET',
    path: '/booking/available-slots/{providerId}',
    summary: 'The slots of a care provider that start within at most 7 days',
    tag: 'Booking',
    session: 'required',
    params: providerParams,
    query: slotWindowSchema,
    reply: { status: 200, schema: slotsReplySchema },
    problems: ['not_found', 'rate_limited', 'calendar_unavailable'],
    texts: failsWith('Failed to fetch available slots', { not_found: 'Provider not found.' }),
  }),
  listOffers: endpoint({
    method: 'GET',
    path: '/booking/offers',
    summary: 'What sessions cost from and when the next one is free, of several care providers',
    tag: 'Booking',
    session: 'required',
    query: offersQuerySchema,
    reply: { status: 200, schema: v.object({ offers: v.array(offerSchema) }) },
    problems: ['rate_limited'],
    texts: failsWith('Failed to fetch available slots'),
  }),
  book: endpoint({
    method: 'POST',
    path: '/booking/book',
    summary: 'Takes one session and one slot',
    tag: 'Booking',
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({ serviceProviderId: userIdSchema, ...slotFields }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 201, schema: bookingSchema },
    problems: [
      'not_found',
      'no_sessions',
      'slot_taken',
      'slot_unavailable',
      'rate_limited',
      'calendar_unavailable',
    ],
    texts: failsWith('Failed to book time slot', { not_found: 'Provider not found.' }),
  }),
  listBookings: endpoint({
    method: 'GET',
    path: '/booking/mine',
    summary:
      "One's sessions, as a client or as a care provider: those to come next first, past ones newest first",
    tag: 'Booking',
    session: 'required',
    query: v.strictObject({
      ...pageQuery,
      scope: v.optional(v.picklist(['upcoming', 'past']), 'upcoming'),
    }),
    reply: {
      status: 200,
      schema: v.object({ bookings: v.array(bookingSchema), next: nextPageSchema }),
    },
    problems: [],
  }),
  cancelBooking: endpoint({
    method: 'POST',
    path: '/booking/{id}/cancel',
    summary: 'Cancels a session to come; its credit goes back to the client at once',
    tag: 'Booking',
    session: 'required',
    params: bookingParams,
    reply: { status: 200, schema: bookingSchema },
    problems: ['not_found', 'too_late', 'wrong_state'],
  }),
  rescheduleBooking: endpoint({
    method: 'POST',
    path: '/booking/{id}/reschedule',
    summary: 'Moves a session of a client to another slot of the same length',
    tag: 'Booking',
    session: 'required',
    params: bookingParams,
    body: { type: 'json', schema: v.strictObject(slotFields), bytesMax: jsonBytesMax },
    reply: { status: 200, schema: bookingSchema },
    problems: [
      'not_found',
      'too_late',
      'wrong_state',
      'slot_taken',
      'slot_unavailable',
      'rate_limited',
      'calendar_unavailable',
    ],
  }),
  openSlots: endpoint({
    method: 'GET',
    path: '/booking/{id}/open-slots',
    summary: 'The slots that a care provider can propose for a session, each of its length',
    tag: 'Booking',
    session: 'required',
    params: bookingParams,
    query: slotWindowSchema,
    reply: { status: 200, schema: slotsReplySchema },
    problems: ['not_found', 'rate_limited', 'calendar_unavailable'],
    texts: failsWith('Failed to fetch available slots'),
  }),
  proposeTime: endpoint({
    method: 'POST',
    path: '/booking/{id}/proposal',
    summary: 'Proposes another slot for a session to come, in place of what was proposed before',
    tag: 'Booking',
    session: 'required',
    params: bookingParams,
    body: { type: 'json', schema: v.strictObject(slotFields), bytesMax: jsonBytesMax },
    reply: { status: 200, schema: bookingSchema },
    problems: [
      'not_found',
      'too_late',
      'wrong_state',
      'slot_taken',
      'slot_unavailable',
      'rate_limited',
      'calendar_unavailable',
    ],
  }),
  acceptProposal: endpoint({
    method: 'POST',
    path: '/booking/{id}/proposal/accept',
    summary: 'Moves a session to the slot that was proposed, which the client names',
    tag: 'Booking',
    session: 'required',
    params: bookingParams,
    body: { type: 'json', schema: v.strictObject(slotFields), bytesMax: jsonBytesMax },
    reply: { status: 200, schema: bookingSchema },
    problems: [
      'not_found',
      'too_late',
      'wrong_state',
      'slot_taken',
      'slot_unavailable',
      'rate_limited',
      'calendar_unavailable',
    ],
  }),
  endProposal: endpoint({
    method: 'DELETE',
    path: '/booking/{id}/proposal',
    summary:
      'A client declines what was proposed, or the care provider takes it back; the session stays',
    tag: 'Booking',
    session: 'required',
    params: bookingParams,
    reply: { status: 200, schema: bookingSchema },
    problems: ['not_found', 'wrong_state', 'rate_limited'],
  }),
  providerWeek: endpoint({
    method: 'GET',
    path: '/booking/week',
    summary:
      "A care provider's own week: sessions, busy times, those at Google too, and working hours",
    tag: 'Booking',
    session: 'required',
    query: weekQuerySchema,
    reply: { status: 200, schema: providerWeekSchema },
    problems: ['rate_limited'],
  }),
  bookingIcs: endpoint({
    method: 'GET',
    path: '/booking/{id}/ics',
    summary: 'A session as an iCalendar file',
    tag: 'Booking',
    session: 'required',
    params: bookingParams,
    reply: { status: 200, schema: v.unknown(), type: 'file' },
    problems: ['not_found'],
  }),
} as const

export type Offer = v.InferOutput<typeof offerSchema>

/** Slots further ahead than this are not looked for. */
export const offersAheadDays = 28

export type WeekBusy = v.InferOutput<typeof weekBusySchema>

export type ProviderWeek = v.InferOutput<typeof providerWeekSchema>

/** The moments that belong to the week from a day on by whichever clock on earth: a day more at both its ends. */
export function weekReach(day: string): { fromMs: number; toMs: number } {
  const startMs = Date.parse(`${day}T00:00:00Z`)
  return { fromMs: startMs - dayMs, toMs: startMs + (windowDaysMax + 1) * dayMs }
}
