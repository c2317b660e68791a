import { sql } from 'drizzle-orm'
import {
  index,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  boolean,
  jsonb,
  primaryKey,
  smallint,
} from 'drizzle-orm/pg-core'
import type { LocalDate } from '#contract/local-date.ts'
import type { NoticeKind } from '#contract/notices/api.ts'
import type { PushKind, PushSettings } from '#contract/push/model.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { users, sessions } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** What people are told of: ids alone, so that a name or an image is as it is now. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NoticeKind>().notNull(),
    aboutId: uuid('about_id').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [
    uniqueIndex('notices_about_key').on(table.userId, table.kind, table.aboutId),
    index('notices_newest_idx').on(table.userId, table.createdAt),
    index('notices_actor_id_idx').on(table.actorId),
    // Rows come in the order of time, which the daily upkeep asks for: a summary per range of pages will do.
    index('notices_created_at_idx').using('brin', table.createdAt),
  ],
)

/** The pairs of keys by which push services know this server: the newest signs new subscriptions, the others their own. */
export const pushKeys = pgTable(
  'push_keys',
  {
    publicKey: text('public_key').primaryKey(),
    /** Sealed with the server's key. */
    sealedPrivateKey: text('sealed_private_key').notNull(),
    /** Given by the environment, or made here: of those there is one. */
    origin: text().$type<'given' | 'made'>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_keys_made_key')
      .on(table.origin)
      .where(sql`${table.origin} = 'made'`),
  ],
)

/** Devices that get notifications: gone with their session. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the address, in hex: one address belongs to one person. */
    endpointHash: text('endpoint_hash').notNull(),
    /** Address and keys as JSON, sealed with the server's key: the table alone reaches nobody's phone. */
    sealed: text().notNull(),
    /** The key of ours that the browser subscribed with. */
    publicKey: text('public_key').notNull(),
    language: text().notNull(),
    createdAt: instant('created_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    /** When the browser said that it ends by itself. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint_key').on(table.endpointHash),
    uniqueIndex('push_subscriptions_session_key').on(table.sessionId),
    index('push_subscriptions_user_idx').on(table.userId),
    index('push_subscriptions_expires_idx')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
  ],
)

/** Devices, each its session, that were stopped from another one: they stay so until notifications are turned on there. */
export const pushStops = pgTable('push_stops', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  stoppedAt: instant('stopped_at').notNull(),
})

/** The addresses of such devices, the newest of each person: a new login there makes another session. */
export const pushStoppedAddresses = pgTable(
  'push_stopped_addresses',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the address, in hex. */
    endpointHash: text('endpoint_hash').notNull(),
    stoppedAt: instant('stopped_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.endpointHash] })],
)

/** What a person chose; a row is there once they chose or a device of theirs gets notifications. */
export const pushSettings = pgTable('push_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  kinds: jsonb().$type<PushSettings['kinds']>().notNull(),
  /** Minutes of the person's own clock; null without quiet hours. */
  quietFrom: smallint('quiet_from'),
  quietTo: smallint('quiet_to'),
  timeZone: text('time_zone').notNull(),
  zoneFollows: boolean('zone_follows').notNull(),
  discreet: boolean().notNull(),
  /** Reminders that went unanswered before it count no longer. */
  chosenAt: instant('chosen_at').notNull(),
})

/** When somebody wants to be asked for the answer of a tracker. */
export const pushReminders = pgTable(
  'push_reminders',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => pushSettings.userId, { onDelete: 'cascade' }),
    tracker: text().$type<TrackerType>().notNull(),
    minute: smallint().notNull(),
    /** A bit for each day of the week, Sunday the lowest. */
    days: smallint().notNull(),
    on: boolean().notNull(),
    /** The next moment at which the person's clock shows it; null while it is off. */
    nextAt: instant('next_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tracker, table.minute] }),
    index('push_reminders_next_idx')
      .on(table.nextAt)
      .where(sql`${table.nextAt} is not null`),
  ],
)

/** What is to be sent to all devices of a person, and what became of it: decided once, by its primary key. */
export const pushSends = pgTable(
  'push_sends',
  {
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => pushSettings.userId, { onDelete: 'cascade' }),
    kind: text().$type<PushKind>().notNull(),
    /** The day of a reminder, the id of anything else. */
    about: text().notNull(),
    /** What makes two of the same thing two: the minute of a reminder, the id of the news. */
    slot: text().notNull(),
    /** The kind of the notice that says the same in the app: what is read there is not sent. */
    notice: text().$type<NoticeKind>(),
    /** Who did it, so that it goes with a block. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'cascade' }),
    dueAt: instant('due_at').notNull(),
    /** Whoever could not be reached by then is not told. */
    sendBefore: instant('send_before').notNull(),
    /** When it was found to be for sending, and the person's own day then. */
    countedAt: instant('counted_at'),
    countedDay: text('counted_day').$type<LocalDate>(),
    /** Asks whether to go on with reminders that nobody answers. */
    asks: boolean().notNull().default(false),
    silent: boolean().notNull().default(false),
    /** When a job was noted for it; null while it waits. */
    queuedAt: instant('queued_at'),
    /** Of builds before: nobody reads it, and it goes with a later migration. */
    attempts: smallint().notNull().default(0),
    /** The subscriptions that have it. */
    delivered: uuid().array().notNull().default([]),
    sentAt: instant('sent_at'),
    /** Why it was not sent. */
    dropped: text(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.about, table.slot] }),
    uniqueIndex('push_sends_id_key').on(table.id),
    index('push_sends_waiting_idx')
      .on(table.dueAt)
      .where(
        sql`${table.queuedAt} is null and ${table.sentAt} is null and ${table.dropped} is null`,
      ),
    index('push_sends_actor_idx').on(table.actorId),
    // Questions stay for longer, so what is over of either kind lies at the beginning of its part.
    index('push_sends_over_idx').on(table.asks, table.dueAt),
  ],
)
