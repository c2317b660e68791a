import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PlanType } from '#contract/pricing/model.ts'
import type { Currency } from '#contract/pricing/money.ts'
import { users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * What was ever on sale. A row never changes but to be retired: an edited plan is a new row, so that what was bought
 * stays what it was, and the rows are the record of who priced what and when.
 */
export const pricingPlans = pgTable(
  'pricing_plans',
  {
    id: uuid().primaryKey(),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().$type<PlanType>().notNull(),
    sessions: smallint().notNull(),
    durationMinutes: smallint('duration_minutes').notNull(),
    frequency: text().notNull(),
    currency: text().$type<Currency>().notNull(),
    priceMinor: integer('price_minor').notNull(),
    finalPriceMinor: integer('final_price_minor').notNull(),
    /** Its place among the plans of its provider. */
    position: smallint().notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    retiredBy: uuid('retired_by').references(() => users.id, { onDelete: 'set null' }),
    retiredAt: instant('retired_at'),
  },
  (table) => [
    index('pricing_plans_on_sale_idx')
      .on(table.providerId, table.position)
      .where(sql`${table.retiredAt} is null`),
    check('pricing_plans_sessions', sql`${table.sessions} >= 1`),
    check('pricing_plans_price', sql`${table.finalPriceMinor} >= ${table.priceMinor}`),
  ],
)
