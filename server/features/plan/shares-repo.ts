import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { ormOn, type Queryable } from '#server/db/orm.ts'
import { planItems, planProposals, planShares } from '#server/db/schema/safety.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Plan, ShownPlan } from './policy.ts'
import { countRows, itemColumns, proposalColumns, type ProposalRow } from './repo.ts'

/** Shows the plan to a provider; `taken` where it is shown to another one. */
export async function insertShare(
  client: Queryable,
  own: Authorized<Plan>,
  providerId: string,
  sharedAt: Date,
): Promise<'shared' | 'taken'> {
  const rows = await ormOn(client)
    .insert(planShares)
    .values({ userId: own.ownerId, providerId, sharedAt })
    .onConflictDoUpdate({
      target: planShares.userId,
      set: { providerId },
      setWhere: eq(planShares.providerId, providerId),
    })
    .returning({ userId: planShares.userId })
  return rows.length === 1 ? 'shared' : 'taken'
}

/** Whom somebody shows their plan to. */
export async function readersOf(
  client: Queryable,
  { userId }: Authorized<{ readonly userId: string }>,
): Promise<string[]> {
  const rows = await ormOn(client)
    .select({ providerId: planShares.providerId })
    .from(planShares)
    .where(eq(planShares.userId, userId))
  return rows.map(({ providerId }) => providerId)
}

/** Ends a share with the proposals that wait in it; `missing` where there is none. */
export async function deleteShare(
  client: Queryable,
  { userId }: Authorized<{ readonly userId: string }>,
  providerId: string,
  at: Date,
): Promise<'unshared' | 'missing'> {
  const orm = ormOn(client)
  const gone = await orm
    .delete(planShares)
    .where(and(eq(planShares.userId, userId), eq(planShares.providerId, providerId)))
    .returning({ userId: planShares.userId })
  await orm
    .update(planProposals)
    .set({ state: 'ended', decidedAt: at })
    .where(
      and(
        eq(planProposals.userId, userId),
        eq(planProposals.providerId, providerId),
        eq(planProposals.state, 'open'),
      ),
    )
  return gone.length === 0 ? 'missing' : 'unshared'
}

export async function isSharedWith(
  client: Queryable,
  userId: string,
  providerId: string,
): Promise<boolean> {
  const shared = and(eq(planShares.userId, userId), eq(planShares.providerId, providerId))
  return (await countRows(client, planShares, shared)) > 0
}

/** Ids of whoever shows their plan to a provider. */
export async function sharersWith(client: Queryable, providerId: string): Promise<string[]> {
  const rows = await ormOn(client)
    .select({ userId: planShares.userId })
    .from(planShares)
    .where(eq(planShares.providerId, providerId))
    .orderBy(asc(planShares.sharedAt))
  return rows.map(({ userId }) => userId)
}

/** What a provider sees: the lines that are there, and their own proposals. */
export async function readShownPlan(
  client: Queryable,
  plan: Authorized<ShownPlan>,
  providerId: string,
) {
  const orm = ormOn(client)
  const items = await orm
    .select(itemColumns)
    .from(planItems)
    .where(and(eq(planItems.userId, plan.ownerId), eq(planItems.deleted, false)))
    .orderBy(asc(planItems.order), asc(planItems.id))
  const proposals = await orm
    .select(proposalColumns)
    .from(planProposals)
    .where(and(eq(planProposals.userId, plan.ownerId), eq(planProposals.providerId, providerId)))
    .orderBy(desc(planProposals.createdAt), asc(planProposals.id))
    .limit(100)
  return { items, proposals }
}

/** How many proposals of a provider wait with somebody, and how many came since. */
export async function proposalCounts(
  client: Queryable,
  plan: Authorized<ShownPlan>,
  providerId: string,
  since: Date,
): Promise<{ readonly open: number; readonly lately: number }> {
  const theirs = and(
    eq(planProposals.userId, plan.ownerId),
    eq(planProposals.providerId, providerId),
  )
  const open = and(theirs, eq(planProposals.state, 'open'))
  const lately = and(theirs, gt(planProposals.createdAt, since))
  return {
    open: await countRows(client, planProposals, open),
    lately: await countRows(client, planProposals, lately),
  }
}

export async function insertProposal(
  client: Queryable,
  plan: Authorized<ShownPlan>,
  providerId: string,
  row: ProposalRow,
  createdAt: Date,
): Promise<void> {
  await ormOn(client)
    .insert(planProposals)
    .values({ ...row, userId: plan.ownerId, providerId, createdAt })
    .onConflictDoNothing()
}

/** Where a line of a plan stands, or stood. */
export type Item = Pick<typeof planItems.$inferSelect, 'step' | 'deleted'>

/** A line of a plan, one that was removed too. */
export async function itemOf(
  client: Queryable,
  plan: Authorized<ShownPlan>,
  id: string,
): Promise<Item | undefined> {
  const [row] = await ormOn(client)
    .select({ step: planItems.step, deleted: planItems.deleted })
    .from(planItems)
    .where(and(eq(planItems.userId, plan.ownerId), eq(planItems.id, id)))
  return row
}
