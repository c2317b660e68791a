import { defineFeature } from '#server/feature.ts'
import { createLimiter } from '#server/http/limits/limiter.ts'
import { respondToQuest } from './commands.ts'
import { questsExport } from './export.ts'
import { questsRoutes, sharesPerHourMax, submissionsPerHourMax } from './routes.ts'

const hourSeconds = 3_600

export const quests = defineFeature({
  routes: (deps) => {
    const { pool } = deps.database
    return questsRoutes({
      ...deps,
      pool,
      submissions: createLimiter(pool, 'quest', submissionsPerHourMax, hourSeconds),
      shares: createLimiter(pool, 'quest-share', sharesPerHourMax, hourSeconds),
    })
  },
  commands: () => ({ 'quest.respond': respondToQuest }),
  exportData: ({ database }) => ({ quests: questsExport(database.orm) }),
})
