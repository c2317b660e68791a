import { defineFeature } from '#server/feature.ts'
import { noticesExport } from './export.ts'
import { noticesRoutes } from './routes.ts'

export { dropNoticesBetween, addNotice, withdrawNotice } from './service.ts'

export const notices = defineFeature({
  routes: ({ database, now }) => noticesRoutes({ pool: database.pool, now }),
  exportData: ({ database }) => ({ notices: noticesExport(database.orm) }),
})
