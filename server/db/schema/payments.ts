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
  primaryKey,
  uniqueIndex,
  boolean,
} from 'drizzle-orm/pg-core'
import type { Language } from '#contract/language.ts'
import type { RequestStatus } from '#contract/payment-requests/api.ts'
import type { PaymentStatus } from '#contract/payments/api.ts'
import type { PlanType } from '#contract/pricing/api.ts'
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
    index('pricing_plans_provider_idx').on(table.providerId),
    index('pricing_plans_created_by_idx').on(table.createdBy),
    index('pricing_plans_retired_by_idx')
      .on(table.retiredBy)
      .where(sql`${table.retiredBy} is not null`),
    check('pricing_plans_sessions', sql`${table.sessions} >= 1`),
    check('pricing_plans_price', sql`${table.finalPriceMinor} >= ${table.priceMinor}`),
  ],
)

export type Gateway = 'stripe' | 'sandbox'

/** `guest`: somebody without an account, for the person. */
export type Payer = 'self' | 'guest'

/**
 * Purchases, each with the plan as it was bought. They are the books: when an account goes, its name goes from them
 * and the figures stay.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    providerId: uuid('provider_id').references(() => users.id, { onDelete: 'set null' }),
    planId: uuid('plan_id').references(() => pricingPlans.id, { onDelete: 'set null' }),
    type: text().$type<PlanType>().notNull(),
    sessions: smallint().notNull(),
    durationMinutes: smallint('duration_minutes').notNull(),
    frequency: text().notNull(),
    currency: text().$type<Currency>().notNull(),
    priceMinor: integer('price_minor').notNull(),
    /** What is asked for: the price with its VAT. */
    amountMinor: integer('amount_minor').notNull(),
    refundedMinor: integer('refunded_minor').notNull().default(0),
    status: text().$type<PaymentStatus>().notNull(),
    /** Why an operator has to look at it. */
    reviewReason: text('review_reason'),
    gateway: text().$type<Gateway>().notNull(),
    payer: text().$type<Payer>().notNull().default('self'),
    /** The checkout's name at the gateway; null until the gateway has answered. */
    checkoutId: text('checkout_id'),
    checkoutUrl: text('checkout_url'),
    /** What a refund names at the gateway; known once it is paid. */
    chargeId: text('charge_id'),
    /** The dispute that was heard of last, open or not. */
    disputeId: text('dispute_id'),
    createdAt: instant('created_at').notNull(),
    /** After this nobody can pay in this checkout any more. */
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    /** The sum of its credit entries, kept by the database itself; never below 0. */
    creditsLeft: smallint('credits_left').notNull().default(0),
  },
  (table) => [
    uniqueIndex('payments_checkout_id_key').on(table.checkoutId),
    uniqueIndex('payments_charge_id_key').on(table.chargeId),
    index('payments_user_idx').on(table.userId, table.createdAt),
    index('payments_credits_idx')
      .on(table.userId, table.providerId)
      .where(sql`${table.creditsLeft} > 0`),
    index('payments_provider_idx').on(table.providerId),
    index('payments_plan_idx').on(table.planId),
    index('payments_pending_idx')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending'`),
    check('payments_credits_left', sql`${table.creditsLeft} >= 0`),
    check('payments_refunded', sql`${table.refundedMinor} between 0 and ${table.amountMinor}`),
  ],
)

/** What gateways told us, each thing once however often they say it. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    gateway: text().$type<Gateway>().notNull(),
    eventId: text('event_id').notNull(),
    kind: text().notNull(),
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'cascade' }),
    outcome: text().notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gateway, table.eventId] }),
    index('payment_events_payment_idx').on(table.paymentId),
  ],
)

export type CreditKind = 'paid' | 'used' | 'returned' | 'refunded'

/**
 * The ledger of sessions: rows are added and never changed, which triggers hold. Each purchase is paid once, and each
 * session uses and gives back one credit at most.
 */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text().$type<CreditKind>().notNull(),
    /** Added to what is left. */
    amount: smallint().notNull(),
    bookingId: uuid('booking_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('credit_entries_payment_idx').on(table.paymentId),
    uniqueIndex('credit_entries_paid_once')
      .on(table.paymentId)
      .where(sql`${table.kind} = 'paid'`),
    uniqueIndex('credit_entries_booking_once').on(table.bookingId, table.kind),
    check(
      'credit_entries_sign',
      sql`case ${table.kind}
        when 'paid' then ${table.amount} > 0 and ${table.bookingId} is null
        when 'used' then ${table.amount} = -1 and ${table.bookingId} is not null
        when 'returned' then ${table.amount} = 1 and ${table.bookingId} is not null
        when 'refunded' then ${table.amount} < 0
        else false end`,
    ),
  ],
)

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
