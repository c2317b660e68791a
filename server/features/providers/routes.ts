import { utcDate, newestAdultBirthDate } from '#contract/local-date.ts'
import type { providersApi } from '#contract/providers/api.ts'
import {
  familyTherapist,
  parentingCoach,
  type MinorConcerned,
  type ReviewDecision,
} from '#contract/providers/model.ts'
import type { Database } from '#server/db/client.ts'
import {
  personById,
  presentUser,
  updatePractice,
  practiceOf,
} from '#server/features/account/index.ts'
import { authorize, type Verdict } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Clearance } from './clearance.ts'
import { createDecisions, type Decisions } from './decisions.ts'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { blockedWith } from '#server/features/connections/index.ts'
import type { Actor, Session } from '#server/http/session/actor.ts'
import { pageOf, cursorByText, cursorByTime } from '#server/http/routing/page-cursor.ts'
import {
  countBySpecialty,
  listedProviders,
  type DirectoryQuery,
  type DirectoryRow,
} from './directory-repo.ts'
import { requireProof } from '#server/http/session/proof.ts'
import { countMinors, minorsOf } from './minors-repo.ts'
import type { MinorRow } from './providers.sql.ts'
import { createReviewRepo } from './review-repo.ts'

export function providersRoutes(deps: {
  database: Database
  /** Whether a superAdmin reviews what a provider says of their work. */
  reviewProviders: boolean
  clearance: Clearance
  now: () => number
}): Routes<typeof providersApi> {
  const { database, clearance, reviewProviders, now } = deps
  const { orm } = database
  const directory = createDirectory(deps)
  const review = createReview({ ...deps, decisions: createDecisions(deps) })
  return {
    listProviders: {
      policy: anyMember,
      handle: ({ query, session }) => directory.list(session.actor, query),
    },
    countProviders: {
      policy: anyMember,
      handle: ({ session }) => directory.counts(session.actor),
    },
    listFamilyTherapists: {
      policy: onlyParents,
      handle: ({ query, session }) =>
        directory.list(session.actor, { ...query, specialty: familyTherapist }),
    },
    listParentingCoaches: {
      policy: onlyParents,
      handle: ({ query, session }) =>
        directory.list(session.actor, { ...query, specialty: parentingCoach }),
    },
    updatePractice: {
      policy: onlyProviders,
      handle: async ({ params, body, session: { actor } }) => {
        const own = authorize(actor, { userId: params.id }, isOwn)
        const saying = { at: new Date(now()), reviewProviders }
        const practice = await clearance.changing(own.userId, (client) =>
          updatePractice(client, own, body, saying),
        )
        const user = await personById(orm, own.userId)
        if (!user) throw new ProblemError('not_found')
        return presentUser('full', user, utcDate(now()), practice)
      },
    },
    listReviews: {
      policy: onlySuperAdmins,
      handle: ({ query }) => review.list(query),
    },
    listMinorsConcerned: {
      policy: onlySuperAdmins,
      handle: ({ params, query, session }) => review.minors(session.actor, params.id, query),
    },
    reviewProvider: {
      policy: onlySuperAdmins,
      handle: ({ params, body, session }) => review.decide(session, params.id, body),
    },
  }
}

type Asked = QueryOf<Api['listProviders']>

/** The care providers that a person may see. */
function createDirectory({ database, now }: { database: Database; now: () => number }) {
  const { pool, orm } = database

  /** Throws `invalid_input` for an `after` that is of no page of this order. */
  async function list(actor: Actor, asked: Asked): Promise<ReplyOf<Api['listProviders']>> {
    const hidden = await blockedWith(pool, actor.userId)
    const rows = await listedProviders(orm, { ...asked, ...filled(asked), hidden })
    const page = pageOf(rows, asked.limit, asked.sort === 'name' ? byName : byNewest)
    const today = utcDate(now())
    const shown = page.rows.map(({ user, practice }) =>
      presentUser(actor.superAdmin ? 'admin' : 'card', user, today, practice),
    )
    return { providers: shown, next: page.next }
  }

  async function counts(actor: Actor): Promise<ReplyOf<Api['countProviders']>> {
    const rows = await countBySpecialty(orm, await blockedWith(pool, actor.userId))
    return { counts: Object.fromEntries(rows.map((row) => [row.specialization, row.count])) }
  }

  return { list, counts }
}

/** What was left out of the question, and the place that its page starts behind. */
function filled(asked: Asked): Omit<DirectoryQuery, 'limit' | 'hidden'> {
  const { specialty, search, seesMinors, language, gender, country, after } = asked
  const sort =
    asked.sort === 'name'
      ? ({ by: 'name', behind: after === undefined ? undefined : cursorByText(after) } as const)
      : ({ by: 'newest', behind: after === undefined ? undefined : cursorByTime(after) } as const)
  return { specialty, search, seesMinors, language, gender, country, sort }
}

function byName({ practice }: DirectoryRow): readonly string[] {
  return [practice.nameKey, practice.userId]
}

function byNewest({ practice }: DirectoryRow): readonly string[] {
  return [practice.joinedAt.toISOString(), practice.userId]
}

interface ReviewDeps {
  readonly database: Database
  readonly decisions: Decisions
  readonly now: () => number
}

/** How superAdmins accept care providers or turn them down. */
function createReview({ database: { orm, pool }, decisions, now }: ReviewDeps) {
  const repo = createReviewRepo(orm)

  async function list({
    state,
    limit,
    after,
  }: QueryOf<Api['listReviews']>): Promise<ReplyOf<Api['listReviews']>> {
    const behind = after === undefined ? undefined : cursorByTime(after)
    const rows = await repo.inState({ state, behind, limit })
    const page = pageOf(rows, limit, ({ user, since }) => [since.toISOString(), user.id])
    const today = utcDate(now())
    const shown = page.rows.map(({ user, practice, papers }) => ({
      ...presentUser('admin', user, today, practice),
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
    return presentUser('admin', after, utcDate(now()), await practiceOf(orm, id))
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
    return {
      minors: page.rows.map(presentMinor),
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

function presentMinor({ id, firstname, lastname, connection, sessions }: MinorRow): MinorConcerned {
  return { id, firstname, lastname, connection, sessions }
}

/** Spec 6: family constellation therapists and parenting coaches are for parents. */
function onlyParents(actor: Actor): Verdict {
  return actor.userType === 'Parent' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Care providers say things about their work, also while they wait for their review. */
function onlyProviders(actor: Actor): Verdict {
  return actor.userType === 'ServiceProvider' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Care providers are reviewed by superAdmins. */
function onlySuperAdmins(actor: Actor): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}

/** What belongs to one person is that person's alone. */
function isOwn(actor: Actor, record: { readonly userId: string }): Verdict {
  return record.userId === actor.userId ? 'allow' : 'not_found'
}

/** Care providers alone are reviewed. */
function mayReview(actor: Actor, user: { readonly userType: string }): Verdict {
  if (!actor.superAdmin) return 'forbidden'
  return user.userType === 'ServiceProvider' ? 'allow' : 'not_found'
}
