import { utcDate, newestAdultBirthDate } from '#contract/local-date.ts'
import type { MinorConcerned, ReviewDecision } from '#contract/providers/model.ts'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { Database } from '#server/db/client.ts'
import { personById, presentUser, practiceOf } from '#server/features/account/index.ts'
import type { AccessLog, NotedRead } from '#server/features/sharing/index.ts'
import { authorize, requireProof } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { Actor, Session } from '#server/http/session/actor.ts'
import { pageOf, cursorByText, cursorByTime } from '#server/http/routing/page-cursor.ts'
import {
  countMinors,
  minorsOf,
  createReviewRepo,
  writeApproval,
  writeRejection,
  type Reviewed,
} from './review-repo.ts'
import type { MinorRow } from './providers.sql.ts'
import { mayReview } from './policy.ts'
import type { Clearance } from './clearance.ts'

export interface ReviewDeps {
  readonly database: Database
  readonly decisions: Decisions
  readonly accessLog: AccessLog
  readonly now: () => number
}

/** How superAdmins accept care providers or turn them down. */
export function createReview({ database: { orm, pool }, decisions, accessLog, now }: ReviewDeps) {
  const repo = createReviewRepo(orm)

  async function list(
    actor: Actor,
    { state, limit, after }: QueryOf<Api['listReviews']>,
  ): Promise<ReplyOf<Api['listReviews']>> {
    const behind = after === undefined ? undefined : cursorByTime(after)
    const rows = await repo.inState({ state, behind, limit })
    const page = pageOf(rows, limit, ({ user, since }) => [since.toISOString(), user.id])
    const today = utcDate(now())
    const seen = page.rows.map(({ user }) => ({ subjectId: user.id, what: 'profile' as const }))
    const noted = await accessLog.note(actor, seen, 'review')
    const shown = page.rows.map(({ user, practice, papers }) => ({
      ...presentUser('admin', user, today, practice, noted),
      createdAt: user.createdAt.toISOString(),
      papers,
    }))
    return { providers: shown, next: page.next }
  }

  /** Throws `not_found` for whoever is no care provider, and `proof_required`. */
  async function decide(
    session: Session,
    id: string,
    decision: ReviewDecision,
  ): Promise<ReplyOf<Api['reviewProvider']>> {
    const actor = requireProof(session, now())
    const provider = authorize(actor, await found(id), mayReview)
    await decisions(provider, decision)
    const after = await found(id)
    const noted = await accessLog.note(actor, [{ subjectId: after.id, what: 'profile' }], 'review')
    return presentUser('admin', after, utcDate(now()), await practiceOf(orm, id), noted)
  }

  /** Whom a decision against a provider concerns. Throws `not_found` for whoever is no care provider. */
  async function minors(
    actor: Actor,
    id: string,
    { limit, after }: QueryOf<Api['listMinorsConcerned']>,
  ): Promise<ReplyOf<Api['listMinorsConcerned']>> {
    const provider = authorize(actor, await found(id), mayReview)
    const moment = { newestAdult: newestAdultBirthDate(utcDate(now())), now: new Date(now()) }
    const behind = after === undefined ? undefined : cursorByText(after)
    const rows = await minorsOf(pool, provider, { ...moment, behind, limit })
    const page = pageOf(rows, limit, ({ nameKey, id: minorId }) => [nameKey, minorId])
    const counted = await countMinors(pool, provider, moment)
    const seen = page.rows.map((row) => ({ subjectId: row.id, what: 'name' as const }))
    const noted = await accessLog.note(actor, seen, 'review')
    return {
      minors: page.rows.map((row) => presentMinor(row, noted)),
      count: counted.minors,
      sessions: counted.sessions,
      next: page.next,
    }
  }

  async function found(id: string) {
    const user = await personById(orm, id)
    if (!user) throw new ProblemError('not_found')
    return user
  }

  return { list, decide, minors }
}

function presentMinor(
  { id, firstname, lastname, connection, sessions }: MinorRow,
  _noted: NotedRead,
): MinorConcerned {
  return { id, firstname, lastname, connection, sessions }
}

export type Decisions = ReturnType<typeof createDecisions>

/** How a review ends, on the screen of a superAdmin and on the server's command line alike. */
export function createDecisions({ clearance, now }: { clearance: Clearance; now: () => number }) {
  return async function decide(
    provider: Reviewed,
    decision: ReviewDecision,
  ): Promise<'listed' | 'not_confirmed' | 'rejected'> {
    return clearance.changing<'listed' | 'not_confirmed' | 'rejected'>(provider.id, (client) =>
      decision.decision === 'reject'
        ? writeRejection(client, provider, decision.reason)
        : writeApproval(client, provider, { at: new Date(now()), ...decision }),
    )
  }
}
