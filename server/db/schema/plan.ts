import {
  bigint,
  boolean,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PlanStep, PlanProposal, ReplacedItem } from '#contract/plan/model.ts'
import { users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** How many writes a person has made in their plan; whoever writes in it holds the row. */
export const plans = pgTable('plans', {
  userId: owner().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
})

/** The lines of safety plans. One that was removed stays for 90 days, for its person's other devices and their second thoughts. */
export const planItems = pgTable(
  'plan_items',
  {
    userId: owner(),
    /** Made by a device; another person's may have made the same one. */
    id: uuid().notNull(),
    step: text().$type<PlanStep>().notNull(),
    text: text().notNull(),
    phone: text(),
    order: doublePrecision().notNull(),
    /** The operation that wrote it. */
    rev: uuid().notNull(),
    deleted: boolean().notNull(),
    /** What other devices had written and this write had not seen, until the person decides. */
    replaced: jsonb().$type<readonly ReplacedItem[]>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('plan_items_updated_at_idx').using('brin', table.updatedAt),
  ],
)

/** What lines said before they were written over, for 90 days. */
export const planHistory = pgTable(
  'plan_history',
  {
    userId: owner(),
    itemId: uuid('item_id').notNull(),
    rev: uuid().notNull(),
    step: text().$type<PlanStep>().notNull(),
    text: text().notNull(),
    phone: text(),
    /** When it was written over. */
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.rev] }),
    index('plan_history_at_idx').using('brin', table.at),
  ],
)

/** The one care provider who may read a plan; gone the moment it is taken back. */
export const planShares = pgTable(
  'plan_shares',
  {
    userId: owner().primaryKey(),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sharedAt: instant('shared_at').notNull(),
  },
  (table) => [index('plan_shares_provider_id_idx').on(table.providerId)],
)

/** What a provider proposes for a plan. Nothing of it is in the plan until its person takes it up. */
export const planProposals = pgTable(
  'plan_proposals',
  {
    userId: owner(),
    /** The operation that brought it. */
    id: uuid().notNull(),
    providerId: uuid('provider_id').references(() => users.id, { onDelete: 'set null' }),
    change: text().$type<PlanProposal['change']>().notNull(),
    itemId: uuid('item_id').notNull(),
    step: text().$type<PlanStep>().notNull(),
    text: text().notNull(),
    phone: text(),
    state: text().$type<PlanProposal['state']>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its person answered, or stopped sharing. */
    decidedAt: instant('decided_at'),
    /** Whether an adult wrote it to somebody under 18, decided by a trigger: it goes only once it is sealed. */
    toMinor: boolean('to_minor').notNull().default(false),
    /** What evidence names it by: no device makes it. */
    evidenceId: uuid('evidence_id').notNull().defaultRandom(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('plan_proposals_provider_id_idx').on(table.providerId, table.userId),
    index('plan_proposals_decided_at_idx').using('brin', table.decidedAt),
  ],
)
