import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { utcDate, type LocalDate } from '#contract/local-date.ts'
import { planSharedText, type PlanItem, type PlanProposal } from '#contract/plan/model.ts'
import { type Queryable, inTransaction } from '#server/db/orm.ts'
import type { ShareSource } from '#server/feature.ts'
import { lockPair, pairStatus, pairStatuses } from '#server/features/connections/index.ts'
import {
  createAccessLog,
  type AccessLog,
  type AccessLogDeps,
  type NotedRead,
} from '#server/features/sharing/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { mayKeepPlan, maySeePlan, type Plan, type ShownPlan } from './policy.ts'
import { readOwnPlan, type ItemRow, type ProposalRow } from './repo.ts'
import {
  deleteShare,
  insertShare,
  isSharedWith,
  readersOf,
  readShownPlan,
  sharersWith,
} from './shares-repo.ts'

export interface PlanDeps extends AccessLogDeps {
  readonly pool: pg.Pool
}

/** The actor's own plan, or a problem for those who have none. */
export function ownPlan(actor: Actor): Authorized<Plan> {
  return authorize<Plan, Actor>(actor, { ownerId: actor.userId }, mayKeepPlan)
}

/** What somebody's plan is to the actor at this moment. */
export async function shownTo(
  client: Queryable,
  actor: Actor,
  ownerId: string,
  today: LocalDate,
): Promise<ShownPlan> {
  const { relation } = await pairStatus(client, actor.userId, ownerId, today)
  const shared = await isSharedWith(client, ownerId, actor.userId)
  return { ownerId, shared, connected: relation === 'connected' }
}

/** Reading and showing plans; they are written by commands alone. */
export function createPlans(deps: PlanDeps) {
  const { pool, now, events } = deps

  async function own(actor: Actor): Promise<Omit<ReplyOf<Api['ownPlan']>, 'epoch'>> {
    // One moment for all parts: a number that is newer than the lines would hide what comes next.
    return await inTransaction(pool, 'begin isolation level repeatable read', async (client) =>
      presentOwn(await readOwnPlan(client, ownPlan(actor))),
    )
  }

  /** Throws `not_found` for nobody one is connected with, `wrong_state` while it is shown to another. */
  async function share(actor: Actor, providerId: string): Promise<void> {
    const plan = ownPlan(actor)
    // Under the lock of the pair: whoever ends the connection takes its share along.
    const outcome = await inTransaction(pool, 'begin', async (client) => {
      await lockPair(client, actor.userId, providerId)
      const { relation } = await pairStatus(client, actor.userId, providerId, utcDate(now()))
      if (relation !== 'connected') return 'missing'
      return await insertShare(client, plan, providerId, new Date(now()))
    })
    if (outcome === 'missing') throw new ProblemError('not_found')
    if (outcome === 'taken') throw new ProblemError('wrong_state', { message: planSharedText })
    events.publish([actor.userId, providerId], { type: 'sharing' })
  }

  /** Who shows the actor their plan. It says nothing of what is in it, and is no look. */
  async function sharers(actor: Actor): Promise<string[]> {
    const ids = await sharersWith(pool, actor.userId)
    const statuses = await pairStatuses(pool, actor.userId, ids, utcDate(now()))
    return ids.filter((id) => statuses.get(id)?.relation === 'connected')
  }

  return { own, share, sharers, ...createPlanReads({ ...deps, accessLog: createAccessLog(deps) }) }
}

/** A plan as the provider reads it whom it is shown to. */
export function createPlanReads({
  pool,
  now,
  accessLog,
}: Pick<PlanDeps, 'pool' | 'now'> & { readonly accessLog: AccessLog }) {
  /** Throws `not_found` for a plan that is not shown to the actor. The look is noted before anything leaves. */
  async function shown(actor: Actor, ownerId: string): Promise<ReplyOf<Api['getSharedPlan']>> {
    const found = await shownTo(pool, actor, ownerId.toLowerCase(), utcDate(now()))
    const plan = authorize<ShownPlan, Actor>(actor, found, maySeePlan)
    const noted = await accessLog.note(actor, [{ subjectId: plan.ownerId, what: 'plan' }])
    return presentShown(await readShownPlan(pool, plan, actor.userId), noted)
  }

  return { shown }
}

/** The plan, shown to one provider. */
export function sharedPlan(now: () => number): ShareSource<'plan'> {
  return {
    async list(client, own) {
      const readers = await readersOf(client, own)
      return readers.map((viewerId) => ({ viewerId, itemId: null, questId: null, day: null }))
    },
    async revoke(client, own, { viewerId }) {
      // An idea that is on its way comes before the end of the share, and ends with it, or is refused.
      await lockPair(client, own.userId, viewerId)
      const outcome = await deleteShare(client, own, viewerId, new Date(now()))
      return outcome === 'unshared' ? [viewerId] : []
    },
  }
}

/** A plan for its owner. */
function presentOwn(
  plan: Awaited<ReturnType<typeof readOwnPlan>>,
): Omit<ReplyOf<Api['ownPlan']>, 'epoch'> {
  const { version, items, share, proposals } = plan
  return {
    items: items.map(presentItem),
    proposals: proposals.map(presentProposal),
    share: share
      ? {
          providerId: share.providerId,
          name: `${share.firstname} ${share.lastname}`,
          since: share.sharedAt.toISOString(),
        }
      : null,
    version,
  }
}

/** A plan for the provider whom it is shown to: the numbers of other people are no part of it. */
function presentShown(
  plan: Awaited<ReturnType<typeof readShownPlan>>,
  _noted: NotedRead,
): ReplyOf<Api['getSharedPlan']> {
  return {
    items: plan.items.map(({ id, step, text }) => ({ id, step, text })),
    proposals: plan.proposals.map(presentProposal),
  }
}

function presentItem(row: ItemRow): PlanItem {
  const { id, step, text, phone, order, rev, deleted } = row
  const replaced = row.replaced.map((each) => ({
    rev: each.rev,
    step: each.step,
    text: each.text,
    phone: each.phone,
  }))
  return { id, step, text, phone, order, rev, deleted, replaced }
}

function presentProposal(row: ProposalRow): PlanProposal {
  const { id, change, itemId, step, text, phone, state } = row
  return { id, change, itemId, step, text, phone, state }
}
