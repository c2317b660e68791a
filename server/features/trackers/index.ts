import { defineFeature } from '#server/feature.ts'
import { recordTracker } from './commands.ts'
import { trackersExport } from './export.ts'
import { trackersRoutes } from './routes.ts'

export const trackers = defineFeature({
  routes: (deps) => trackersRoutes({ ...deps, pool: deps.database.pool }),
  commands: () => ({ 'trackers.record': recordTracker }),
  exportData: ({ database }) => ({ trackers: trackersExport(database.orm) }),
})
