import { defineFeature } from '#server/feature.ts'
import { operationsExport } from './export.ts'
import { syncRoutes } from './routes.ts'

export type { Applier, Appliers, ApplyContext, Outcome } from './applier.ts'
export { createDoOnce, type DoOnce } from './once.ts'
export type { OpBudgetBounds } from './op-budget.ts'
export { createSyncService, type SyncService } from './service.ts'

export const sync = defineFeature({
  routes: (deps) => syncRoutes(deps.sync),
  exportData: ({ database }) => ({ operations: operationsExport(database.orm) }),
})
