import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { ReviewState } from '#contract/providers/model.ts'
import type { Orm } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { providerPapers, type PaperName } from '#server/db/schema/papers.ts'
import { providers } from '#server/db/schema/providers.ts'
import type { Authorized } from '#server/http/authorize.ts'
import { practiceColumns } from './practice-repo.ts'

export type ReviewRepo = ReturnType<typeof createReviewRepo>

/** A provider whom somebody may review. */
export type Reviewed = Authorized<{ readonly id: string }>

/** What of the reviewed a list needs, behind a moment and id. */
export interface ReviewPage {
  readonly state: ReviewState
  readonly behind: readonly [Date, string] | undefined
  readonly limit: number
}

const papers = sql<PaperName[]>`array(
  select ${providerPapers.paper} from ${providerPapers}
  where ${providerPapers.userId} = ${users.id} order by 1)`

const { passwordHash: _passwordHash, ...shownUser } = getTableColumns(users)

const inState = {
  waiting: and(isNull(users.verifiedAt), isNull(users.rejectedReason)),
  approved: isNotNull(users.verifiedAt),
  rejected: and(isNull(users.verifiedAt), isNotNull(users.rejectedReason)),
} as const satisfies Record<ReviewState, unknown>

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
          papers,
        })
        .from(users)
        .where(and(eq(users.userType, 'ServiceProvider'), isNull(users.verifiedAt)))
        .orderBy(asc(users.createdAt))
    },

    /** Providers of one state, who registered first first; one more than fit on the page. */
    async inState({ state, behind, limit }: ReviewPage) {
      const [at, id] = behind ?? []
      const after =
        at && id
          ? or(gt(users.createdAt, at), and(eq(users.createdAt, at), gt(users.id, id)))
          : undefined
      return orm
        .select({ user: shownUser, practice: practiceColumns, papers })
        .from(users)
        .innerJoin(providers, eq(providers.userId, users.id))
        .where(and(eq(users.userType, 'ServiceProvider'), inState[state], after))
        .orderBy(asc(users.createdAt), asc(users.id))
        .limit(limit + 1)
    },

    /** Lists a provider. Of several reviews at once the last one stands as a whole. */
    async approve(
      provider: Reviewed,
      { at, clearedForMinors }: { readonly at: Date; readonly clearedForMinors: boolean },
    ): Promise<void> {
      await orm.transaction(async (tx) => {
        await tx
          .update(users)
          .set({ verifiedAt: at, rejectedReason: null })
          .where(eq(users.id, provider.id))
        await tx
          .update(providers)
          .set({ reviewedAt: at, minorsClearedAt: clearedForMinors ? at : null })
          .where(eq(providers.userId, provider.id))
      })
    },

    /** Takes a provider off the list, too. */
    async reject(provider: Reviewed, reason: string): Promise<void> {
      await orm.transaction(async (tx) => {
        await tx
          .update(users)
          .set({ verifiedAt: null, rejectedReason: reason })
          .where(eq(users.id, provider.id))
        await tx
          .update(providers)
          .set({ reviewedAt: null, minorsClearedAt: null })
          .where(eq(providers.userId, provider.id))
      })
    },
  }
}
