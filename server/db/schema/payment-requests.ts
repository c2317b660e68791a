import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { RequestStatus } from '#contract/payment-requests/api.ts'
import type { Language } from '#contract/language.ts'
import { users } from './account.ts'
import { payments } from './payments.ts'
import { pricingPlans } from './pricing.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Links with which somebody else pays for a plan. The price is that of the plan's row, which never changes. */
export const paymentRequests = pgTable(
  'payment_requests',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: uuid('plan_id')
      .notNull()
      .references(() => pricingPlans.id, { onDelete: 'cascade' }),
    /** Of what stands at the end of the link, which is stored nowhere. */
    tokenHash: text('token_hash').notNull().unique(),
    /** One that is over by time alone stays `open`: see `expiresAt`. */
    status: text().$type<Exclude<RequestStatus, 'expired'>>().notNull(),
    showsProvider: boolean('shows_provider').notNull(),
    showsSpecialty: boolean('shows_specialty').notNull(),
    slotStartsAt: instant('slot_starts_at'),
    slotEndsAt: instant('slot_ends_at'),
    /** What became of the slot once it was paid. */
    slotOutcome: text('slot_outcome').$type<'booked' | 'missed'>(),
    /** When the first checkout began: the slot is held from then on, and never again. */
    heldAt: instant('held_at'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('payment_requests_user_idx').on(table.userId, table.createdAt),
    index('payment_requests_plan_idx').on(table.planId),
    index('payment_requests_expires_idx').on(table.expiresAt),
  ],
)

/** Who began to pay with a link: nothing but where the receipt goes, and that until it is sent. */
export const guestCheckouts = pgTable(
  'guest_checkouts',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => payments.id, { onDelete: 'cascade' }),
    requestId: uuid('request_id')
      .notNull()
      .references(() => paymentRequests.id, { onDelete: 'cascade' }),
    email: text(),
    language: text().$type<Language>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('guest_checkouts_request_idx').on(table.requestId),
    index('guest_checkouts_created_idx').on(table.createdAt),
  ],
)
