import { defineFeature } from '#server/feature.ts'
import { createClearance } from '#server/features/providers/index.ts'
import { safetyCommands } from './commands.ts'
import { safetyRoutes } from './routes.ts'
import { sealPlainReports, sweepReports, openContent } from './report-content.ts'
import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { blocks } from '#server/db/schema/connections.ts'
import { reports } from '#server/db/schema/safety.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Sealer } from '#server/ports/sealing.ts'

export const safety = defineFeature({
  routes: (deps) => safetyRoutes({ ...deps, clearance: createClearance(deps) }),
  commands: safetyCommands,
  exportData: ({ database, evidenceSealer }) => safetyExport(database.orm, evidenceSealer),
  seal: ({ database, evidenceSealer }) => sealPlainReports(database.orm, evidenceSealer),
  sweep: ({ database }, now) => sweepReports(database.orm, now),
})

type Own = Authorized<{ readonly userId: string }>

/**
 * The blocks and reports that a person made, and of a report their own words. Who blocked or reported them is nothing
 * they are told.
 */
function safetyExport(orm: Orm, sealer: Sealer) {
  return {
    blocks: async ({ userId }: Own) =>
      orm
        .select({ createdAt: blocks.createdAt })
        .from(blocks)
        .where(eq(blocks.blockerId, userId))
        .orderBy(asc(blocks.createdAt)),
    reports: async ({ userId }: Own) => {
      const rows = await orm
        .select()
        .from(reports)
        .where(eq(reports.reporterId, userId))
        .orderBy(asc(reports.createdAt))
      return rows.map((row) => ({
        reason: row.reason,
        note: openContent(sealer, row)?.note ?? null,
        state: row.state,
        createdAt: row.createdAt,
      }))
    },
  }
}
