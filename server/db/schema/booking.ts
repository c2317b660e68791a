import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Canceller } from '#contract/booking/model.ts'
import { users } from './account.ts'
import { payments } from './payments.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * Sessions of a client with a provider. Exclusion constraints (in their migration) forbid that two booked ones of a
 * provider, or of a client, overlap.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: uuid().primaryKey(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the provider's account is gone; the client keeps what was. */
    providerId: uuid('provider_id').references(() => users.id, { onDelete: 'set null' }),
    /** The purchase whose credit it took. */
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** The provider's zone when it was booked. */
    timeZone: text('time_zone').notNull(),
    status: text().$type<'booked' | 'cancelled'>().notNull(),
    cancelledBy: text('cancelled_by').$type<Canceller>(),
    /** When its client tapped 'Cancel' without a network, where it counts although it came after the notice time. */
    cancelTappedAt: instant('cancel_tapped_at'),
    /** The slot that the provider proposes instead, and until when the client may accept it. */
    proposedStartsAt: instant('proposed_starts_at'),
    proposedEndsAt: instant('proposed_ends_at'),
    proposedUntil: instant('proposed_until'),
    /** Goes up with each change: the SEQUENCE of its calendar file. */
    sequence: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('bookings_client_idx').on(table.clientId, table.startsAt),
    index('bookings_provider_idx').on(table.providerId, table.startsAt),
    index('bookings_payment_idx').on(table.paymentId),
    check('bookings_order', sql`${table.endsAt} > ${table.startsAt}`),
    check(
      'bookings_proposal',
      sql`num_nulls(${table.proposedStartsAt}, ${table.proposedEndsAt}, ${table.proposedUntil}) in (0, 3)
        and (${table.proposedStartsAt} is null or ${table.status} = 'booked')`,
    ),
    check('bookings_two_people', sql`${table.clientId} <> ${table.providerId}`),
  ],
)

/** Slots that stay free for a while for somebody who is about to pay. Whoever adds one holds the provider's lock. */
export const slotHolds = pgTable(
  'slot_holds',
  {
    id: uuid().primaryKey(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** From then on it holds nothing. */
    until: instant('until').notNull(),
  },
  (table) => [
    index('slot_holds_provider_idx').on(table.providerId, table.startsAt),
    index('slot_holds_client_idx').on(table.clientId),
    index('slot_holds_until_idx').on(table.until),
    check('slot_holds_order', sql`${table.endsAt} > ${table.startsAt}`),
  ],
)
