import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { DayHours } from '#contract/calendar/day-hours.ts'
import type { Room } from '#contract/calendar/room.ts'
import { users } from './account.ts'

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
