import { defineFeature } from '#server/feature.ts'
import { createLimiter } from '#server/http/limits/limiter.ts'
import { calendarExport } from './export.ts'
import { createGoogleConnections } from './google.ts'
import { createCalendarRepo } from './repo.ts'
import { calendarRoutes, connectsPerHourMax } from './routes.ts'
import { createCalendarService } from './service.ts'

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
    )
  },
  exportData: ({ database }) => ({ calendar: calendarExport(database.orm) }),
})
