import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { utcDate } from '#contract/local-date.ts'
import type { ReviewDecision } from '#contract/providers/model.ts'
import type { Orm } from '#server/db/orm.ts'
import { personById, presentAdmin } from '#server/features/account/service.ts'
import type { Actor } from '#server/http/actor.ts'
import { authorize } from '#server/http/authorize.ts'
import { pageOf, placeByTime } from '#server/http/page-cursor.ts'
import { ProblemError } from '#server/http/problem-error.ts'
import { mayReview } from './policy.ts'
import { practiceOf } from './practice-repo.ts'
import { createReviewRepo } from './review-repo.ts'

/** How superAdmins accept care providers or turn them down. */
export function createReview({ orm, now }: { orm: Orm; now: () => number }) {
  const repo = createReviewRepo(orm)

  async function list({
    state,
    limit,
    after,
  }: QueryOf<Api['listReviews']>): Promise<ReplyOf<Api['listReviews']>> {
    const behind = after === undefined ? undefined : placeByTime(after)
    const rows = await repo.inState({ state, behind, limit })
    const page = pageOf(rows, limit, ({ user }) => [user.createdAt.toISOString(), user.id])
    const today = utcDate(now())
    const shown = page.rows.map(({ user, practice, papers }) => ({
      ...presentAdmin(user, today, practice),
      createdAt: user.createdAt.toISOString(),
      papers,
    }))
    return { providers: shown, next: page.next }
  }

  /** Throws `not_found` for whoever is no care provider. */
  async function decide(
    actor: Actor,
    id: string,
    decision: ReviewDecision,
  ): Promise<ReplyOf<Api['reviewProvider']>> {
    const provider = authorize(actor, await found(id), mayReview)
    if (decision.decision === 'reject') await repo.reject(provider, decision.reason)
    else await repo.approve(provider, { at: new Date(now()), ...decision })
    const after = await found(id)
    return presentAdmin(after, utcDate(now()), await practiceOf(orm, id))
  }

  async function found(id: string) {
    const user = await personById(orm, id)
    if (!user) throw new ProblemError('not_found')
    return user
  }

  return { list, decide }
}
