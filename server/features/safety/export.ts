import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { blocks } from '#server/db/schema/connections.ts'
import { reports } from '#server/db/schema/safety.ts'
import type { Authorized } from '#server/http/authorize.ts'

type Own = Authorized<{ readonly userId: string }>

/** The blocks and reports that a person made. Who blocked or reported them is nothing they are told. */
export function safetyExport(orm: Orm) {
  return {
    blocks: async ({ userId }: Own) =>
      orm
        .select({ createdAt: blocks.createdAt })
        .from(blocks)
        .where(eq(blocks.blockerId, userId))
        .orderBy(asc(blocks.createdAt)),
    reports: async ({ userId }: Own) =>
      orm
        .select({
          reason: reports.reason,
          note: reports.note,
          state: reports.state,
          createdAt: reports.createdAt,
        })
        .from(reports)
        .where(eq(reports.reporterId, userId))
        .orderBy(asc(reports.createdAt)),
  }
}
