import type { calendarApi } from '#contract/calendar/api.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import type { Routes } from '#server/http/routing/route.ts'
import { onlyProviders } from './policy.ts'
import type { CalendarService } from './service.ts'

/** How often an hour somebody starts or ends to connect. */
export const connectsPerHourMax = 30

/** How often an hour somebody says anew where their sessions take place. */
export const roomChangesPerHourMax = 60

export function calendarRoutes(
  calendar: CalendarService,
  connects: Limiter,
  changes: Limiter,
): Routes<typeof calendarApi> {
  return {
    ...googleRoutes(calendar, connects),
    getSchedule: {
      policy: onlyProviders,
      handle: ({ session }) => calendar.schedule(session.actor),
    },
    putSchedule: {
      policy: onlyProviders,
      handle: ({ session, body }) => calendar.putSchedule(session.actor, body),
    },
    getRoom: {
      policy: onlyProviders,
      handle: ({ session }) => calendar.room(session.actor),
    },
    putRoom: {
      policy: onlyProviders,
      handle: async ({ session, body }) => {
        await changes.take(session.actor.userId)
        return calendar.putRoom(session.actor, body.room)
      },
    },
    getMode: {
      policy: onlyProviders,
      handle: ({ session }) => calendar.mode(session.actor),
    },
    getBusy: {
      policy: onlyProviders,
      handle: ({ session }) => calendar.busy(session.actor),
    },
    postBusy: {
      policy: onlyProviders,
      handle: ({ session, body }) => calendar.addBusy(session.actor, body),
    },
    deleteBusy: {
      policy: onlyProviders,
      handle: async ({ session, params }) => {
        await calendar.removeBusy(session.actor, params.id)
        return undefined
      },
    },
  }
}

function googleRoutes(
  calendar: CalendarService,
  connects: Limiter,
): Pick<Routes<typeof calendarApi>, 'googleConnect' | 'googleFinish' | 'googleDisconnect'> {
  return {
    googleConnect: {
      policy: onlyProviders,
      handle: async ({ session }) => {
        await connects.take(session.actor.userId)
        return calendar.beginGoogle(session)
      },
    },
    googleFinish: {
      policy: onlyProviders,
      handle: async ({ session, body }) => {
        await connects.take(session.actor.userId)
        return calendar.finishGoogle(session, body)
      },
    },
    googleDisconnect: {
      policy: onlyProviders,
      handle: ({ session }) => calendar.disconnectGoogle(session),
    },
  }
}
