import { utcDate } from '#contract/local-date.ts'
import type { providersApi } from '#contract/providers/api.ts'
import { familyTherapist, parentingCoach } from '#contract/providers/model.ts'
import type { Database } from '#server/db/client.ts'
import { personById, presentUser, updatePractice } from '#server/features/account/index.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Clearance } from './clearance.ts'
import { createDecisions } from './decisions.ts'
import { isOwn, onlyParents, onlyProviders, onlySuperAdmins } from './policy.ts'
import { createReview } from './review.ts'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { blockedWith } from '#server/features/connections/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { pageOf, placeByText, placeByTime } from '#server/http/routing/page-cursor.ts'
import {
  countBySpecialty,
  listedProviders,
  type DirectoryQuery,
  type DirectoryRow,
} from './directory-repo.ts'

export function providersRoutes(parts: {
  database: Database
  /** Whether a superAdmin reviews what a provider says of their work. */
  reviewProviders: boolean
  clearance: Clearance
  now: () => number
}): Routes<typeof providersApi> {
  const { database, clearance, reviewProviders, now } = parts
  const { orm } = database
  const directory = createDirectory(parts)
  const review = createReview({ ...parts, decisions: createDecisions(parts) })
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
      ? ({ by: 'name', behind: after === undefined ? undefined : placeByText(after) } as const)
      : ({ by: 'newest', behind: after === undefined ? undefined : placeByTime(after) } as const)
  return { specialty, search, seesMinors, language, gender, country, sort }
}

function byName({ practice }: DirectoryRow): readonly string[] {
  return [practice.nameKey, practice.userId]
}

function byNewest({ practice }: DirectoryRow): readonly string[] {
  return [practice.joinedAt.toISOString(), practice.userId]
}
