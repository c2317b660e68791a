import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { blocks } from '#server/db/schema/connections.ts'
import { reports } from '#server/db/schema/safety.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { openContent } from './report-content.ts'

type Own = Authorized<{ readonly userId: string }>

/**
 * The blocks and reports that a person made, and of a report their own words. Who blocked or reported them is nothing
 * they are told.
 */
export function safetyExport(orm: Orm, sealer: Sealer) {
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
