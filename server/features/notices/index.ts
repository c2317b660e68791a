import { defineFeature } from '#server/feature.ts'
import { noticesRoutes } from './routes.ts'
import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { notices as noticeTable } from '#server/db/schema/notices.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

export { noticesHeadOf } from './service.ts'
export { dropNoticesBetween, addNotice, withdrawNotice } from './service.ts'

export const notices = defineFeature({
  routes: ({ database, events, now }) => noticesRoutes({ pool: database.pool, events, now }),
  exportData: ({ database }) => ({ notices: noticesExport(database.orm) }),
})

/** What a person was told of, oldest first. */
function noticesExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    orm
      .select({
        kind: noticeTable.kind,
        createdAt: noticeTable.createdAt,
        readAt: noticeTable.readAt,
      })
      .from(noticeTable)
      .where(eq(noticeTable.userId, userId))
      .orderBy(asc(noticeTable.createdAt))
}
