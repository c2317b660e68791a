import * as v from 'valibot'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { freeLine } from '../free-text.ts'
import { idSchema } from '../id.ts'
import {
  busySlotSchema,
  calendarModeSchema,
  newBusySlotSchema,
  newWorkingScheduleSchema,
  workingScheduleSchema,
  roomSchema,
} from './model.ts'

/** Busy slots that have not ended; more are no diary but a mistake. */
export const busySlotsMax = 500

export const scheduleReplySchema = v.object({
  ...workingScheduleSchema.entries,
  /** False while the provider has not saved one: then it is the default in the zone of their country. */
  saved: v.boolean(),
})
export type ScheduleReply = v.InferOutput<typeof scheduleReplySchema>

const modeReplySchema = v.object({
  mode: calendarModeSchema,
  google: v.object({
    /** False where the server has no keys for Google. */
    available: v.boolean(),
    /** `expired`: Google no longer lets us in, and nobody can book until the provider connects again. */
    state: v.picklist(['none', 'connected', 'expired']),
    connectedAt: v.nullable(v.string()),
  }),
})
export type ModeReply = v.InferOutput<typeof modeReplySchema>

/** Null where the provider has said nothing. */
const roomReplySchema = v.object({ room: v.nullable(roomSchema) })

export const calendarApi = {
  googleConnect: endpoint({
    method: 'GET',
    path: '/calendar/google/connect',
    summary: 'The address at Google where a care provider lets us into their calendar',
    tag: 'Calendar',
    session: 'required',
    reply: { status: 200, schema: v.object({ authUrl: v.string() }) },
    problems: ['not_configured', 'rate_limited'],
    texts: failsWith('Failed to connect Google Calendar'),
  }),
  googleFinish: endpoint({
    method: 'POST',
    path: '/calendar/google/connect',
    summary: 'Hands over what Google sent the browser back with, in the session that began',
    tag: 'Calendar',
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({
        code: v.pipe(freeLine(), v.minLength(1), v.maxLength(2_000)),
        state: v.pipe(freeLine(), v.minLength(1), v.maxLength(2_000)),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: modeReplySchema },
    problems: ['not_configured', 'invalid_code', 'partner_unavailable', 'rate_limited'],
    texts: failsWith('Failed to connect Google Calendar'),
  }),
  googleDisconnect: endpoint({
    method: 'DELETE',
    path: '/calendar/google/connect',
    summary: 'Forgets the Google calendar, and tells Google so',
    tag: 'Calendar',
    session: 'required',
    reply: { status: 200, schema: modeReplySchema },
    problems: [],
  }),
  getSchedule: endpoint({
    method: 'GET',
    path: '/calendar/google/working-schedule',
    summary: "A care provider's own working hours, days and time zone",
    tag: 'Calendar',
    session: 'required',
    reply: { status: 200, schema: scheduleReplySchema },
    problems: [],
    texts: failsWith('Failed to fetch working schedule'),
  }),
  putSchedule: endpoint({
    method: 'PUT',
    path: '/calendar/google/working-schedule',
    summary: 'Replaces them; sessions that are booked stay',
    tag: 'Calendar',
    session: 'required',
    body: { type: 'json', schema: newWorkingScheduleSchema, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: scheduleReplySchema },
    problems: [],
    texts: failsWith('Failed to update working schedule', {
      forbidden: 'Only service providers can update calendar settings.',
    }),
  }),
  getRoom: endpoint({
    method: 'GET',
    path: '/calendar/room',
    summary: "Where a care provider's own sessions take place",
    tag: 'Calendar',
    session: 'required',
    reply: { status: 200, schema: roomReplySchema },
    problems: [],
  }),
  putRoom: endpoint({
    method: 'PUT',
    path: '/calendar/room',
    summary: 'Says where they take place, also those that are booked already',
    tag: 'Calendar',
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({ room: v.nullable(roomSchema) }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: roomReplySchema },
    problems: ['rate_limited'],
    texts: { forbidden: 'Only service providers can update calendar settings.' },
  }),
  getMode: endpoint({
    method: 'GET',
    path: '/calendar/google/mode',
    summary: "Where a care provider's other appointments come from",
    tag: 'Calendar',
    session: 'required',
    reply: { status: 200, schema: modeReplySchema },
    problems: [],
    texts: failsWith('Failed to fetch calendar mode'),
  }),
  getBusy: endpoint({
    method: 'GET',
    path: '/calendar/google/busy-slots',
    summary: "A care provider's own busy slots that have not ended, first first",
    tag: 'Calendar',
    session: 'required',
    reply: { status: 200, schema: v.object({ busySlots: v.array(busySlotSchema) }) },
    problems: [],
    texts: failsWith('Failed to fetch busy slots'),
  }),
  postBusy: endpoint({
    method: 'POST',
    path: '/calendar/google/busy-slots',
    summary: 'Keeps a time free of sessions',
    tag: 'Calendar',
    session: 'required',
    body: { type: 'json', schema: newBusySlotSchema, bytesMax: jsonBytesMax },
    reply: { status: 201, schema: v.object({ busySlot: busySlotSchema }) },
    problems: ['slot_taken', 'wrong_state'],
    texts: failsWith('Failed to add busy slot'),
  }),
  deleteBusy: endpoint({
    method: 'DELETE',
    path: '/calendar/google/busy-slots/{id}',
    summary: 'Gives the time of a busy slot free again',
    tag: 'Calendar',
    session: 'required',
    params: v.object({ id: idSchema }),
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found'],
    texts: failsWith('Failed to remove busy slot'),
  }),
} as const
