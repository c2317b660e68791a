import { eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { providers } from '#server/db/schema/providers.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

/** What a care provider says about their work and what the review says; null for everybody else. */
export function practiceExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const [row] = await orm
      .select({
        languages: providers.languages,
        seesMinors: providers.seesMinors,
        minorsClearedAt: providers.minorsClearedAt,
        minorsAskedAt: providers.minorsAskedAt,
        reviewedAt: providers.reviewedAt,
      })
      .from(providers)
      .where(eq(providers.userId, userId))
    return row ?? null
  }
}
