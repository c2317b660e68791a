import { and, asc, count, desc, eq, gt, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { dayMs } from '#contract/local-date.ts'
import type { PlanStep } from '#contract/plan/model.ts'
import { ormOn, type Orm, type Queryable } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import {
  planHistory,
  planItems,
  planProposals,
  plans,
  planShares,
} from '#server/db/schema/safety.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { sweepProposals } from './evidence.ts'
import type { Plan } from './policy.ts'

/** A line as it is stored, without whose it is. */
export type ItemRow = Omit<typeof planItems.$inferSelect, 'userId' | 'updatedAt'>
/** What a line said, by the write that said it. */
export type HistoryRow = Omit<typeof planHistory.$inferSelect, 'userId' | 'at'>
export type ProposalRow = Omit<
  typeof planProposals.$inferSelect,
  'userId' | 'providerId' | 'createdAt' | 'decidedAt' | 'toMinor' | 'evidenceId'
>

export const itemColumns = {
  id: planItems.id,
  step: planItems.step,
  text: planItems.text,
  phone: planItems.phone,
  order: planItems.order,
  rev: planItems.rev,
  deleted: planItems.deleted,
  replaced: planItems.replaced,
}
export const proposalColumns = {
  id: planProposals.id,
  change: planProposals.change,
  itemId: planProposals.itemId,
  step: planProposals.step,
  text: planProposals.text,
  phone: planProposals.phone,
  state: planProposals.state,
}

/** Of the lines that were removed so many are shown, the newest first. */
const removedShownMax = 50
/** Removed lines, what was written over and answered proposals stay so long. */
export const planHistoryDays = 90

/** The number of the last write. Nobody else writes in the plan until the transaction ends. */
export async function holdPlan(client: Queryable, own: Authorized<Plan>): Promise<number> {
  const [row] = await ormOn(client)
    .insert(plans)
    .values({ userId: own.ownerId, version: 0 })
    .onConflictDoUpdate({ target: plans.userId, set: { version: sql`${plans.version}` } })
    .returning({ version: plans.version })
  return row?.version ?? 0
}

/** The lines of these ids, removed ones too. */
export async function itemsById(
  client: Queryable,
  own: Authorized<Plan>,
  ids: readonly string[],
): Promise<ItemRow[]> {
  return await ormOn(client)
    .select(itemColumns)
    .from(planItems)
    .where(and(eq(planItems.userId, own.ownerId), inArray(planItems.id, [...ids])))
}

/** How many lines each step has. */
export async function linesByStep(
  client: Queryable,
  own: Authorized<Plan>,
): Promise<Map<PlanStep, number>> {
  const rows = await ormOn(client)
    .select({ step: planItems.step, lines: count() })
    .from(planItems)
    .where(and(eq(planItems.userId, own.ownerId), eq(planItems.deleted, false)))
    .groupBy(planItems.step)
  return new Map(rows.map(({ step, lines }) => [step, lines]))
}

export async function writesSince(
  client: Queryable,
  own: Authorized<Plan>,
  since: Date,
): Promise<number> {
  const mine = and(eq(planHistory.userId, own.ownerId), gt(planHistory.at, since))
  return await countRows(client, planHistory, mine)
}

export interface Changes {
  readonly items: readonly ItemRow[]
  readonly history: readonly HistoryRow[]
  /** Proposals that were taken up. */
  readonly accepted: readonly string[]
  readonly version: number
}

/** Writes lines whole, each over what is there, and what that had said. */
export async function saveChanges(
  client: Queryable,
  own: Authorized<Plan>,
  { items, history, accepted, version }: Changes,
  at: Date,
): Promise<void> {
  const orm = ormOn(client)
  const userId = own.ownerId
  if (history.length > 0) {
    const rows = history.map((row) => ({ ...row, userId, at }))
    await orm.insert(planHistory).values(rows).onConflictDoNothing()
  }
  if (items.length > 0) {
    await orm
      .insert(planItems)
      .values(items.map((row) => ({ ...row, userId, updatedAt: at })))
      .onConflictDoUpdate({
        target: [planItems.userId, planItems.id],
        set: {
          step: sql`excluded.step`,
          text: sql`excluded.text`,
          phone: sql`excluded.phone`,
          order: sql`excluded."order"`,
          rev: sql`excluded.rev`,
          deleted: sql`excluded.deleted`,
          replaced: sql`excluded.replaced`,
          updatedAt: at,
        },
      })
  }
  await decideProposals(client, own, { ids: accepted, state: 'accepted', at })
  await orm.update(plans).set({ version }).where(eq(plans.userId, userId))
}

/** Answers proposals that wait; those that were answered stay as they are. */
export async function decideProposals(
  client: Queryable,
  own: Authorized<Plan>,
  decided: {
    readonly ids: readonly string[]
    readonly state: 'accepted' | 'declined'
    readonly at: Date
  },
): Promise<void> {
  if (decided.ids.length === 0) return
  const { ids, state, at } = decided
  await ormOn(client)
    .update(planProposals)
    .set({ state, decidedAt: at })
    .where(
      and(
        eq(planProposals.userId, own.ownerId),
        inArray(planProposals.id, [...ids]),
        eq(planProposals.state, 'open'),
      ),
    )
}

/** The plan with the newest of what was removed, its share and the proposals of whom it is shown to. */
export async function readOwnPlan(client: Queryable, own: Authorized<Plan>) {
  const orm = ormOn(client)
  const mine = eq(planItems.userId, own.ownerId)
  const [known] = await orm.select().from(plans).where(eq(plans.userId, own.ownerId))
  const lines = await orm
    .select(itemColumns)
    .from(planItems)
    .where(and(mine, eq(planItems.deleted, false)))
    .orderBy(asc(planItems.order), asc(planItems.id))
  const removed = await orm
    .select(itemColumns)
    .from(planItems)
    .where(and(mine, eq(planItems.deleted, true)))
    .orderBy(desc(planItems.updatedAt), asc(planItems.id))
    .limit(removedShownMax)
  const [share] = await orm
    .select({
      providerId: planShares.providerId,
      firstname: users.firstname,
      lastname: users.lastname,
      sharedAt: planShares.sharedAt,
    })
    .from(planShares)
    .innerJoin(users, eq(users.id, planShares.providerId))
    .where(eq(planShares.userId, own.ownerId))
  const proposals = await orm
    .select(proposalColumns)
    .from(planProposals)
    .innerJoin(
      planShares,
      and(
        eq(planShares.userId, planProposals.userId),
        eq(planShares.providerId, planProposals.providerId),
      ),
    )
    // Nobody takes up an idea of somebody who was closed out.
    .innerJoin(users, and(eq(users.id, planProposals.providerId), isNull(users.suspendedAt)))
    .where(and(eq(planProposals.userId, own.ownerId), eq(planProposals.state, 'open')))
    .orderBy(asc(planProposals.createdAt), asc(planProposals.id))
  return { version: known?.version ?? 0, items: [...lines, ...removed], share, proposals }
}

/** How many rows of a table are so. */
export async function countRows(client: Queryable, table: PgTable, where: SQL | undefined) {
  const [row] = await ormOn(client).select({ rows: count() }).from(table).where(where)
  return row?.rows ?? 0
}

/** Deletes what was removed, written over or answered long ago, and ends what whoever has left proposed. */
export async function sweepPlans(orm: Orm, sealer: Sealer, now: Date): Promise<void> {
  const before = new Date(now.getTime() - planHistoryDays * dayMs)
  await orm
    .delete(planItems)
    .where(and(eq(planItems.deleted, true), lt(planItems.updatedAt, before)))
  await orm.delete(planHistory).where(lt(planHistory.at, before))
  await orm
    .update(planProposals)
    .set({ state: 'ended', decidedAt: now })
    .where(and(isNull(planProposals.providerId), eq(planProposals.state, 'open')))
  await sweepProposals(orm, before, { sealer, at: now })
}
