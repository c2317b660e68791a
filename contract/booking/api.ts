import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { nextPageSchema, pageQuery } from '../page.ts'
import { offerSchema, offersQuerySchema } from './offers.ts'
import {
  bookingAccessSchema,
  bookingSchema,
  slotFields,
  slotsReplySchema,
  slotWindowSchema,
} from './model.ts'

const providerParams = v.object({ providerId: userIdSchema })
const bookingParams = v.object({ id: v.pipe(v.string(), v.uuid(), v.toLowerCase()) })

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
