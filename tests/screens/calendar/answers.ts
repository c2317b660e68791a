import type { ModeReply } from '#contract/calendar/api.ts'
import { says, type Answers } from '../fake-server.ts'

export const schedule = {
  workingHours: { start: '09:00', end: '17:00' },
  workingDays: [1, 2, 3],
  timeZone: 'Africa/Cairo',
  saved: true,
}

/** A server without keys for Google. */
export const internal: ModeReply = {
  mode: 'internal',
  google: { available: false, state: 'none', connectedAt: null },
}

/** A care provider's calendar without anything in it. */
export const emptyCalendar: Answers = {
  'GET /working-schedule': says(schedule),
  'GET /google/mode': says(internal),
  'GET /busy-slots': says({ busySlots: [] }),
  'GET /calendar/room': says({ room: null }),
}
