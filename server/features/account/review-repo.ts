import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { providerPapers } from '#server/db/schema/papers.ts'
import type { Authorized } from '#server/http/authorize.ts'
import type { UserRow } from './repo.ts'

export type ReviewRepo = ReturnType<typeof createReviewRepo>

/** Care providers on their way to being listed. */
export function createReviewRepo(orm: Orm) {
  return {
    /** Everybody who is not listed, who waits longest first, with the names of their papers. */
    async unverified() {
      return orm
        .select({
          email: users.email,
          firstname: users.firstname,
          lastname: users.lastname,
          specialization: users.specialization,
          createdAt: users.createdAt,
          rejectedReason: users.rejectedReason,
          papers: sql<
            string[]
          >`coalesce(array_agg(${providerPapers.paper} order by ${providerPapers.paper}) filter (where ${providerPapers.paper} is not null), '{}')`,
        })
        .from(users)
        .leftJoin(providerPapers, eq(providerPapers.userId, users.id))
        .where(and(eq(users.userType, 'ServiceProvider'), isNull(users.verifiedAt)))
        .groupBy(users.id)
        .orderBy(asc(users.createdAt))
    },

    async approve(provider: Authorized<UserRow>, at: Date): Promise<void> {
      await orm
        .update(users)
        .set({ verifiedAt: at, rejectedReason: null })
        .where(eq(users.id, provider.id))
    },

    /** Takes a provider off the list, too. */
    async reject(provider: Authorized<UserRow>, reason: string): Promise<void> {
      await orm
        .update(users)
        .set({ verifiedAt: null, rejectedReason: reason })
        .where(eq(users.id, provider.id))
    },
  }
}
