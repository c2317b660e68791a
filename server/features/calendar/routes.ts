import type { calendarApi } from '#contract/calendar/api.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import type { Routes } from '#server/http/routing/route.ts'
import { onlyProviders } from './policy.ts'
import type { CalendarService } from './service.ts'

/** How often an hour somebody starts or ends to connect. */
export const connectsPerHourMax = 30

export function calendarRoutes(
  calendar: CalendarService,
  connects: Limiter,
): Routes<typeof calendarApi> {
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
    getSchedule: {
      policy: onlyProviders,
      handle: ({ session }) => calendar.schedule(session.actor),
    },
    putSchedule: {
      policy: onlyProviders,
      handle: ({ session, body }) => calendar.putSchedule(session.actor, body),
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
