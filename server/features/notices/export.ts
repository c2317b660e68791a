import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { notices } from '#server/db/schema/notices.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

/** What a person was told of, oldest first. */
export function noticesExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    orm
      .select({ kind: notices.kind, createdAt: notices.createdAt, readAt: notices.readAt })
      .from(notices)
      .where(eq(notices.userId, userId))
      .orderBy(asc(notices.createdAt))
}
