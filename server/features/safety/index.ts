import { defineFeature } from '#server/feature.ts'
import { createClearance } from '#server/features/providers/index.ts'
import { safetyCommands } from './commands.ts'
import { safetyExport } from './export.ts'
import { safetyRoutes } from './routes.ts'
import { sealPlainReports, sweepReports } from './upkeep.ts'

export const safety = defineFeature({
  routes: (deps) => safetyRoutes({ ...deps, clearance: createClearance(deps) }),
  commands: safetyCommands,
  exportData: ({ database, evidenceSealer }) => safetyExport(database.orm, evidenceSealer),
  seal: ({ database, evidenceSealer }) => sealPlainReports(database.orm, evidenceSealer),
  sweep: ({ database }, now) => sweepReports(database.orm, now),
})
