import { and, asc, count, eq, getTableColumns, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import pg from 'pg'
import * as v from 'valibot'
import type { ReviewState } from '#contract/providers/model.ts'
import { ormOn, type Orm, type Queryable, type Statements } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { paperNames, providerPapers, providers } from '#server/db/schema/providers.ts'
import { practiceColumns } from '#server/features/account/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  connectedIds,
  providerMinorIds,
  providerMinors,
  providerMinorsCount,
  type MinorRow,
} from './providers.sql.ts'

export type ReviewRepo = ReturnType<typeof createReviewRepo>

/** A provider whom somebody may review. */
export type Reviewed = Authorized<{ readonly id: string }>

/** What of the reviewed a list needs, behind a moment and id. */
export interface ReviewPage {
  readonly state: ReviewState
  readonly behind: readonly [Date, string] | undefined
  readonly limit: number
}

const papers = sql`array(
  select ${providerPapers.paper} from ${providerPapers}
  where ${eq(providerPapers.userId, users.id)} order by 1)`.mapWith(
  v.parser(v.array(v.picklist(paperNames))),
)

const { passwordHash: _passwordHash, ...shownUser } = getTableColumns(users)

interface Approval {
  readonly at: Date
  readonly clearedForMinors: boolean
  /** The list in which the provider was seen; undefined where nobody says. */
  readonly seenState?: ReviewState | undefined
}

/** Listed already, and asks to see minors since. */
const asksForMinors = and(isNotNull(users.approvedAt), isNotNull(providers.minorsAskedAt))

const inState = {
  waiting: or(and(isNull(users.approvedAt), isNull(users.rejectedReason)), asksForMinors),
  approved: isNotNull(users.approvedAt),
  rejected: and(isNull(users.approvedAt), isNotNull(users.rejectedReason)),
} as const satisfies Record<ReviewState, unknown>

const hereSince = sql`${users.createdAt}`.mapWith(users.createdAt)

const waitingSince = sql`case when ${users.approvedAt} is null then ${users.createdAt}
  else ${providers.minorsAskedAt} end`.mapWith(users.createdAt)

/** Care providers on their way to being listed, or to seeing people under 18. */
export function createReviewRepo(orm: Orm) {
  return {
    /** Everybody who is not listed, or asks to see minors, in the order they came, with the names of their papers. */
    async open() {
      return orm
        .select({
          email: users.email,
          firstname: users.firstname,
          lastname: users.lastname,
          specialization: users.specialization,
          createdAt: users.createdAt,
          rejectedReason: users.rejectedReason,
          approvedAt: users.approvedAt,
          emailConfirmedAt: users.emailConfirmedAt,
          seesMinors: providers.seesMinors,
          minorsAskedAt: providers.minorsAskedAt,
          papers,
        })
        .from(users)
        .innerJoin(providers, eq(providers.userId, users.id))
        .where(
          and(eq(users.userType, 'ServiceProvider'), or(isNull(users.verifiedAt), asksForMinors)),
        )
        .orderBy(asc(users.createdAt))
    },

    /** Providers of one state, who waits or is here longest first; one more than fit on the page. */
    async inState({ state, behind, limit }: ReviewPage) {
      const since = state === 'waiting' ? waitingSince : hereSince
      const [at, id] = behind ?? []
      const after = at && id ? or(gt(since, at), and(eq(since, at), gt(users.id, id))) : undefined
      return orm
        .select({ user: shownUser, practice: practiceColumns, papers, since })
        .from(users)
        .innerJoin(providers, eq(providers.userId, users.id))
        .where(and(eq(users.userType, 'ServiceProvider'), inState[state], after))
        .orderBy(asc(since), asc(users.id))
        .limit(limit + 1)
    },
  }
}

/** How many care providers wait for their review, or for an answer about people under 18. */
export async function reviewsWaiting(orm: Orm): Promise<number> {
  const [row] = await orm
    .select({ waiting: count() })
    .from(users)
    .innerJoin(providers, eq(providers.userId, users.id))
    .where(and(eq(users.userType, 'ServiceProvider'), inState.waiting))
  return row?.waiting ?? 0
}

/**
 * Approves a provider, who is listed from then on or once their e-mail is confirmed, and answers whether they may see
 * minors. In a transaction of `Clearance.changing`; of several reviews at once the last one counts as a whole. Throws
 * `wrong_state` where the provider has left the list in which they were seen.
 */
export async function writeApproval(
  client: pg.PoolClient,
  provider: Reviewed,
  approval: Approval,
): Promise<'listed' | 'not_confirmed'> {
  const { at, clearedForMinors } = approval
  const tx = ormOn(client)
  if (!(await isAsSeen(tx, provider, approval))) throw new ProblemError('wrong_state')
  const listed = sql`case when ${users.emailConfirmedAt} is not null then ${at.toISOString()}::timestamptz end`
  const [user] = await tx
    .update(users)
    .set({ approvedAt: at, verifiedAt: listed, rejectedReason: null })
    .where(eq(users.id, provider.id))
    .returning({ verifiedAt: users.verifiedAt })
  await tx
    .update(providers)
    .set({
      reviewedAt: at,
      minorsClearedAt: clearedForMinors ? at : null,
      minorsAskedAt: null,
    })
    .where(eq(providers.userId, provider.id))
  return user?.verifiedAt ? 'listed' : 'not_confirmed'
}

/** Holds the provider as they are. What is so already was decided by a call whose answer was lost. */
async function isAsSeen(
  tx: Statements,
  { id }: Reviewed,
  { seenState, clearedForMinors }: Approval,
): Promise<boolean> {
  if (seenState === undefined) return true
  const cleared = providers.minorsClearedAt
  const isSo = and(
    inState.approved,
    isNull(providers.minorsAskedAt),
    clearedForMinors ? isNotNull(cleared) : isNull(cleared),
  )
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(providers, eq(providers.userId, users.id))
    .where(and(eq(users.id, id), or(inState[seenState], isSo)))
    // No more than an update takes: whoever books with them holds their row too, by a foreign key.
    .for('no key update', { of: users })
  return rows.length > 0
}

/** Takes a provider off the list, too, in the same way. */
export async function writeRejection(
  client: pg.PoolClient,
  provider: Reviewed,
  reason: string,
): Promise<'rejected'> {
  const tx = ormOn(client)
  await tx
    .update(users)
    .set({ approvedAt: null, verifiedAt: null, rejectedReason: reason })
    .where(eq(users.id, provider.id))
  await tx
    .update(providers)
    .set({ reviewedAt: null, minorsClearedAt: null, minorsAskedAt: null })
    .where(eq(providers.userId, provider.id))
  return 'rejected'
}

/** Minors whom a decision about a provider concerns, by name, behind a name and id. */
export async function minorsOf(
  client: Queryable,
  provider: Authorized<{ readonly id: string }>,
  given: {
    readonly newestAdult: string
    readonly now: Date
    readonly behind: readonly [string, string] | undefined
    readonly limit: number
  },
): Promise<MinorRow[]> {
  const [name, id] = given.behind ?? [null, null]
  return providerMinors.all(client, [
    provider.id,
    given.newestAdult,
    given.now,
    name,
    id,
    given.limit + 1,
  ])
}

/** How many they are, and how many sessions to come they have. */
export async function countMinors(
  client: Queryable,
  provider: Authorized<{ readonly id: string }>,
  { newestAdult, now }: { readonly newestAdult: string; readonly now: Date },
): Promise<{ minors: number; sessions: number }> {
  const rows = await providerMinorsCount.all(client, [provider.id, newestAdult, now])
  return rows[0] ?? { minors: 0, sessions: 0 }
}

/** Everybody who has or had a connection, or a session, with a person: their phones read again. */
export async function idsOfConnected(client: Queryable, personId: string): Promise<string[]> {
  const rows = await connectedIds.all(client, [personId])
  return rows.map(({ id }) => id)
}

/** Everybody under 18 who has or had a connection, or a session, with a provider: their phones read again. */
export async function idsOfMinors(
  client: Queryable,
  providerId: string,
  newestAdult: string,
): Promise<string[]> {
  const rows = await providerMinorIds.all(client, [providerId, newestAdult])
  return rows.map(({ id }) => id)
}
