import { sql } from 'drizzle-orm'
import {
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
  integer,
} from 'drizzle-orm/pg-core'
import type { Canceller } from '#contract/booking/model.ts'
import type { BriefContent } from '#contract/brief/model.ts'
import type { DayHours, Room } from '#contract/calendar/model.ts'
import { users } from './account.ts'
import { payments } from './payments.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** When a provider works; without a row they work the default in the zone of their country. */
export const workingSchedules = pgTable('working_schedules', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The usual hours of a day: `HH:MM` by the clock of the zone. */
  startTime: text('start_time').notNull(),
  endTime: text('end_time').notNull(),
  /** The days that are worked; 0 is Sunday. */
  days: smallint().array().notNull(),
  /** The hours of each of those days; null where all have the usual ones. */
  dayHours: jsonb('day_hours').$type<DayHours[]>(),
  bufferMinutes: smallint('buffer_minutes').notNull().default(0),
  noticeHours: smallint('notice_hours').notNull().default(0),
  timeZone: text('time_zone').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Where a provider's sessions take place; without a row nobody is told. */
export const sessionRooms = pgTable('session_rooms', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  room: jsonb().$type<Room>().notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Times that a provider keeps free of sessions. */
export const busySlots = pgTable(
  'busy_slots',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    reason: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('busy_slots_user_idx').on(table.userId, table.endsAt),
    check('busy_slots_order', sql`${table.endsAt} > ${table.startsAt}`),
  ],
)

/** A provider's way into their Google calendar. */
export const googleCalendars = pgTable('google_calendars', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Tokens as JSON, sealed with the server's key: the table alone opens nobody's calendar. */
  sealedTokens: text('sealed_tokens').notNull(),
  connectedAt: instant('connected_at').notNull(),
  /** When Google stopped letting us in; null while it does. */
  expiredAt: instant('expired_at'),
})

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

/**
 * What clients send along for their sessions, until 30 days after each. The provider who may read one is that of its session:
 * it follows a session that is moved. One that was taken back is a row without its content.
 */
export const sessionBriefs = pgTable(
  'session_briefs',
  {
    bookingId: uuid('booking_id')
      .primaryKey()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: jsonb().$type<BriefContent>(),
    sentAt: instant('sent_at'),
    withdrawnAt: instant('withdrawn_at'),
    /** How many times it was taken back: a send that knows of fewer is not shown. */
    withdrawals: integer().notNull(),
  },
  (table) => [index('session_briefs_user_id_idx').on(table.userId)],
)
