import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { newestAdultBirthDate, utcDate } from '#contract/local-date.ts'
import type { MinorConcerned, ReviewDecision } from '#contract/providers/model.ts'
import type { Database } from '#server/db/client.ts'
import { ormOn, lockPeople, inTransaction } from '#server/db/orm.ts'
import type { Hooks } from '#server/feature.ts'
import { personById, presentUser, practiceOf } from '#server/features/account/index.ts'
import type { AccessLog, NotedRead } from '#server/features/sharing/index.ts'
import { pageOf, cursorByText, cursorByTime } from '#server/http/routing/page-cursor.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { type Verdict, authorize, requireProof } from '#server/http/session/authorize.ts'
import type { Actor, Session } from '#server/http/session/caller.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { personStatus, type MinorRow, type PersonStatus } from './providers.sql.ts'
import {
  idsOfConnected,
  idsOfMinors,
  countMinors,
  minorsOf,
  createReviewRepo,
  writeApproval,
  writeRejection,
  type Reviewed,
} from './review-repo.ts'

/** Spec 6: family constellation therapists and parenting coaches are for parents. */
export function onlyParents(actor: Actor): Verdict {
  return actor.userType === 'Parent' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Care providers say things about their work, also while they wait for their review. */
export function onlyProviders(actor: Actor): Verdict {
  return actor.userType === 'ServiceProvider' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Care providers are reviewed by superAdmins. */
export function onlySuperAdmins(actor: Actor): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}

/** What belongs to one person is that person's alone. */
export function isOwn(actor: Actor, record: { readonly userId: string }): Verdict {
  return record.userId === actor.userId ? 'allow' : 'not_found'
}

/** Care providers alone are reviewed. */
function mayReview(actor: Actor, user: { readonly userType: string }): Verdict {
  if (!actor.superAdmin) return 'forbidden'
  return user.userType === 'ServiceProvider' ? 'allow' : 'not_found'
}

interface ClearanceDeps {
  readonly database: Pick<Database, 'pool'>
  readonly hooks: Pick<Hooks, 'withdrawSessions' | 'onAccountClosed'>
  readonly events: Pick<EventBus, 'publish'>
  readonly now: () => number
}

export type Clearance = ReturnType<typeof createClearance>

/**
 * Whether a provider sees people under 18 is read anew at every look (`pairStatus`), so that what they may read ends by
 * itself. What does not end by itself are the sessions to come: whatever may take the clearance away, the provider's own
 * switch, a review, a rejection or a suspension, goes through here. So does every suspension, of a client too: whoever is
 * closed out comes to no session, and can cancel none.
 */
export function createClearance({ database: { pool }, hooks, events, now }: ClearanceDeps) {
  /** Makes a change and what follows from it, together, and lets the phones concerned read again. */
  async function changing<T>(
    personId: string,
    change: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const { done, concerned } = await inTransaction(pool, 'begin', (client) =>
      changingIn(client, personId, () => change(client)),
    )
    publish(concerned)
    return done
  }

  /**
   * The same within a transaction; gives whom to tell once it is committed. The lock makes whoever books at the same
   * moment come before it, and be cancelled, or after it, and be refused.
   */
  async function changingIn<T>(
    client: pg.PoolClient,
    personId: string,
    change: () => Promise<T>,
  ): Promise<{ done: T; concerned: readonly string[] }> {
    const before = await statusNow(client, personId)
    const done = await change()
    await lockPeople(ormOn(client), personId)
    const after = await statusNow(client, personId)
    if (after.closed) await hooks.withdrawSessions(client, personId, 'all')
    else if (!after.sees) await hooks.withdrawSessions(client, personId, 'with_minors')
    if (after.closed || before.closed) {
      await hooks.onAccountClosed(client, personId, after.closed ? 'closed' : 'open')
    }
    return { done, concerned: await concernedBy(client, personId, before, after) }
  }

  /** Whose lists and chats show that a person sees minors, or takes part at all; nobody where neither has changed. */
  async function concernedBy(
    client: pg.PoolClient,
    personId: string,
    before: PersonStatus,
    after: PersonStatus,
  ): Promise<readonly string[]> {
    const concerned: string[] = []
    if (before.sees !== after.sees) {
      const newestAdult = newestAdultBirthDate(utcDate(now()))
      concerned.push(personId, ...(await idsOfMinors(client, personId, newestAdult)))
    }
    if (before.available !== after.available) {
      concerned.push(personId, ...(await idsOfConnected(client, personId)))
    }
    return [...new Set(concerned)]
  }

  function publish(concerned: readonly string[]): void {
    if (concerned.length === 0) return
    events.publish(concerned, { type: 'connections' })
    events.publish(concerned, { type: 'notices' })
  }

  return { changing, changingIn, publish }
}

/** Whether they see people under 18, whether their account is closed, and whether one can write to them. */
async function statusNow(client: pg.PoolClient, personId: string): Promise<PersonStatus> {
  const gone = { sees: false, closed: false, available: false }
  return (await personStatus.first(client, [personId])) ?? gone
}

interface ReviewDeps {
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

  /** Throws `not_found` for whoever is no care provider, `wrong_state` for an answer to an old list, and `proof_required`. */
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
