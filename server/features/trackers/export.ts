import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { trackerEntries } from '#server/db/schema/trackers.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

/** Every tracker answer of a person, oldest day first. */
export function trackersExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    orm
      .select({
        trackerType: trackerEntries.trackerType,
        answer: trackerEntries.answer,
        score: trackerEntries.score,
        day: trackerEntries.day,
        createdAt: trackerEntries.createdAt,
      })
      .from(trackerEntries)
      .where(eq(trackerEntries.userId, userId))
      .orderBy(asc(trackerEntries.day), asc(trackerEntries.trackerType))
}
