import { asc, eq } from 'drizzle-orm'
import type { calendarApi } from '#contract/calendar/api.ts'
import type { Orm } from '#server/db/orm.ts'
import {
  busySlots,
  googleCalendars,
  sessionRooms,
  workingSchedules,
} from '#server/db/schema/booking.ts'
import { defineFeature } from '#server/feature.ts'
import { createLimiter, type Limiter, hourSeconds } from '#server/http/limits/limits.ts'
import type { Routes } from '#server/http/routing/route.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { createGoogleConnections, handleExpired, leaveJob } from './google.ts'
import { createCalendarRepo } from './repo.ts'
import { createCalendarService, onlyProviders, type CalendarService } from './service.ts'

export { createGoogleConnections, noteLeave, type GoogleConnections } from './google.ts'
export { isOwnCalendar, onlyProviders, presentBusy, scheduleFrom } from './service.ts'
export { createCalendarRepo, type CalendarRepo } from './repo.ts'

export const calendar = defineFeature({
  routes: (deps) => {
    const { pool, orm } = deps.database
    const repo = createCalendarRepo(orm)
    const google = createGoogleConnections({ ...deps, repo })
    const { hasSession, onCalendarConnected } = deps.hooks
    return calendarRoutes(
      createCalendarService({ ...deps, orm, repo, google, hasSession, onCalendarConnected }),
      createLimiter(pool, 'calendar', connectsPerHourMax, hourSeconds),
      createLimiter(pool, 'calendar-room', roomChangesPerHourMax, hourSeconds),
    )
  },
  exportData: ({ database }) => ({ calendar: calendarExport(database.orm) }),
  jobs: (deps) => {
    const { pool, orm } = deps.database
    const repo = createCalendarRepo(orm)
    handleExpired({ ...deps, pool, orm, repo })
    deps.jobs.handle(leaveJob, createGoogleConnections({ ...deps, repo }).leave)
  },
})

/** A provider's schedule, busy slots, and whether Google is connected; the tokens open something, so they stay here. */
function calendarExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const [schedule] = await orm
      .select({
        startTime: workingSchedules.startTime,
        endTime: workingSchedules.endTime,
        days: workingSchedules.days,
        timeZone: workingSchedules.timeZone,
        dayHours: workingSchedules.dayHours,
        bufferMinutes: workingSchedules.bufferMinutes,
        noticeHours: workingSchedules.noticeHours,
        updatedAt: workingSchedules.updatedAt,
      })
      .from(workingSchedules)
      .where(eq(workingSchedules.userId, userId))
    const busy = await orm
      .select({
        startsAt: busySlots.startsAt,
        endsAt: busySlots.endsAt,
        reason: busySlots.reason,
        createdAt: busySlots.createdAt,
      })
      .from(busySlots)
      .where(eq(busySlots.userId, userId))
      .orderBy(asc(busySlots.startsAt))
    const [google] = await orm
      .select({ connectedAt: googleCalendars.connectedAt, expiredAt: googleCalendars.expiredAt })
      .from(googleCalendars)
      .where(eq(googleCalendars.userId, userId))
    const [room] = await orm
      .select({ room: sessionRooms.room, updatedAt: sessionRooms.updatedAt })
      .from(sessionRooms)
      .where(eq(sessionRooms.userId, userId))
    return {
      room: room ?? null,
      schedule: schedule ?? null,
      busySlots: busy,
      google: google ?? null,
    }
  }
}

/** How often an hour somebody starts or ends to connect. */
const connectsPerHourMax = 30

/** How often an hour somebody says anew where their sessions take place. */
export const roomChangesPerHourMax = 60

function calendarRoutes(
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
