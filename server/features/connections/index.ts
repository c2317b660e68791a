import { defineFeature } from '#server/feature.ts'
import { connectionsExport } from './export.ts'
import { connectionsRoutes } from './routes.ts'

export { endByBlock } from './end-by-block.ts'
export {
  blockedWith,
  lockPair,
  lockPairs,
  pairStatus,
  pairStatuses,
  type PairStatus,
} from './relation.ts'

export const connections = defineFeature({
  routes: (deps) =>
    connectionsRoutes({
      ...deps,
      pool: deps.database.pool,
      onAccepted: deps.hooks.onConnected,
      onEnded: deps.hooks.onEnded,
    }),
  exportData: ({ database, now }) => ({ connections: connectionsExport(database.pool, now) }),
})
