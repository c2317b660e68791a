import { defineFeature } from '#server/feature.ts'
import { createLimiter } from '#server/http/limits/limiter.ts'
import { createGoogleConnections } from './google.ts'
import { createCalendarRepo } from './repo.ts'
import { calendarRoutes, connectsPerHourMax, roomChangesPerHourMax } from './routes.ts'
import { createCalendarService } from './service.ts'
import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import {
  busySlots,
  googleCalendars,
  sessionRooms,
  workingSchedules,
} from '#server/db/schema/calendar.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

export { createGoogleConnections, type GoogleConnections } from './google.ts'
export { isOwnCalendar, onlyProviders } from './policy.ts'
export { presentBusy } from './present.ts'
export { createCalendarRepo, type CalendarRepo } from './repo.ts'
export { scheduleFrom } from './schedule.ts'

const hourSeconds = 3_600

export const calendar = defineFeature({
  routes: (deps) => {
    const { pool, orm } = deps.database
    const repo = createCalendarRepo(orm)
    const google = createGoogleConnections({ ...deps, repo })
    const { hasSession } = deps.hooks
    return calendarRoutes(
      createCalendarService({ ...deps, orm, repo, google, hasSession }),
      createLimiter(pool, 'calendar', connectsPerHourMax, hourSeconds),
      createLimiter(pool, 'calendar-room', roomChangesPerHourMax, hourSeconds),
    )
  },
  exportData: ({ database }) => ({ calendar: calendarExport(database.orm) }),
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
