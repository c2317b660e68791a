import * as v from 'valibot'
import { timeZoneSchema } from '../calendar/time-zone.ts'
import { endpoint, jsonBytesMax } from '../endpoint.ts'
import { freeLine } from '../free-text.ts'
import { idSchema } from '../id.ts'
import { trackerTypeSchema } from '../trackers/model.ts'
import {
  endpointOnlySchema,
  pushDeviceSchema,
  pushChoiceSchema,
  pushSettingsSchema,
  subscriptionSchema,
} from './model.ts'

const tag = 'Notifications'

export const pushApi = {
  getPushKey: endpoint({
    method: 'GET',
    path: '/push/key',
    summary: 'The key that a browser subscribes with',
    tag,
    session: 'required',
    reply: {
      status: 200,
      schema: v.object({
        /** 65 bytes in base64url: the `applicationServerKey`. Another one than a subscription has asks for a new one. */
        publicKey: v.string(),
        contentEncodings: v.array(v.string()),
      }),
    },
    problems: ['not_configured'],
  }),
  putSubscription: endpoint({
    method: 'PUT',
    path: '/me/push/subscription',
    summary: 'Sends notifications to this device from now on, for as long as its session lasts',
    tag,
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({
        subscription: subscriptionSchema,
        timeZone: timeZoneSchema,
        /** The language that the device shows. */
        language: v.pipe(
          freeLine(),
          v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
          v.maxLength(35),
        ),
        /** The device says by itself that it is still there: refused where its person has stopped it from another one. */
        renewal: v.optional(v.boolean(), false),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 204, schema: v.undefined() },
    problems: ['invalid_input', 'not_configured', 'wrong_state', 'rate_limited'],
    texts: { wrong_state: 'Notifications were stopped for this device. Turn them on again here.' },
  }),
  deleteSubscription: endpoint({
    method: 'DELETE',
    path: '/me/push/subscription',
    summary: 'Sends no more notifications to this device',
    tag,
    session: 'required',
    body: { type: 'json', schema: endpointOnlySchema, bytesMax: jsonBytesMax },
    reply: { status: 204, schema: v.undefined() },
    problems: [],
  }),
  listPushDevices: endpoint({
    method: 'GET',
    path: '/me/push/devices',
    summary: "One's devices that get notifications, the last seen first",
    tag,
    session: 'required',
    reply: { status: 200, schema: v.object({ devices: v.array(pushDeviceSchema) }) },
    problems: [],
  }),
  stopPushDevice: endpoint({
    method: 'DELETE',
    path: '/me/push/devices/{id}',
    summary: 'Sends no more notifications to one of them; its session goes on',
    tag,
    session: 'required',
    params: v.object({ id: idSchema }),
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found'],
  }),
  getPushSettings: endpoint({
    method: 'GET',
    path: '/me/push/settings',
    summary: 'What one is notified of and when',
    tag,
    session: 'required',
    reply: { status: 200, schema: pushSettingsSchema },
    problems: [],
  }),
  getRestingReminders: endpoint({
    method: 'GET',
    path: '/me/push/resting',
    summary:
      'The trackers whose reminders rest, because nobody answered them, until one answers or chooses anew',
    tag,
    session: 'required',
    reply: { status: 200, schema: v.object({ trackers: v.array(trackerTypeSchema) }) },
    problems: [],
  }),
  putPushSettings: endpoint({
    method: 'PUT',
    path: '/me/push/settings',
    summary: 'Chooses all of it anew',
    tag,
    session: 'required',
    body: { type: 'json', schema: pushChoiceSchema, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: pushSettingsSchema },
    problems: ['invalid_input', 'rate_limited'],
  }),
  sendTestPush: endpoint({
    method: 'POST',
    path: '/me/push/test',
    summary: 'Sends a notification to this device at once',
    tag,
    session: 'required',
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found', 'not_configured', 'partner_unavailable', 'rate_limited'],
    texts: {
      not_found: 'This device gets no notifications yet.',
      partner_unavailable:
        'The push service of this browser does not answer. Please try again in a moment.',
    },
  }),
  remindersIcs: endpoint({
    method: 'GET',
    path: '/me/push/calendar',
    summary: "One's reminders as a calendar file with events that repeat",
    tag,
    session: 'required',
    reply: { status: 200, schema: v.unknown(), type: 'file' },
    problems: [],
  }),
} as const
