import { sql } from 'drizzle-orm'
import {
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  boolean,
  integer,
  jsonb,
} from 'drizzle-orm/pg-core'
import type { ChatFileKind } from '#contract/chat/file.ts'
import type { ReactionName } from '#contract/chat/model.ts'
import type { AwayHours } from '#contract/chat/settings.ts'
import type { ConnectionState } from '#contract/connections/api.ts'
import { users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Every request there was between two people, with what became of it. */
export const connections = pgTable(
  'connections',
  {
    id: uuid().primaryKey(),
    /** The young person or parent who asked. */
    clientId: uuid('client_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The care provider who was asked. */
    providerId: uuid('provider_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text().$type<ConnectionState>().notNull(),
    /** What whoever asked wrote along; gone once the request or the connection is over. */
    message: text(),
    createdAt: instant('created_at').notNull(),
    answeredAt: instant('answered_at'),
    endedAt: instant('ended_at'),
    endedBy: uuid('ended_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    // Decisions: one live connection per pair, whoever presses when.
    uniqueIndex('connections_live_key')
      .on(table.clientId, table.providerId)
      .where(sql`${table.state} in ('pending', 'accepted')`),
    index('connections_client_idx').on(table.clientId, table.createdAt),
    index('connections_provider_idx').on(table.providerId, table.createdAt),
    index('connections_pair_idx').on(table.clientId, table.providerId),
    index('connections_ended_by_idx')
      .on(table.endedBy)
      .where(sql`${table.endedBy} is not null`),
    check('connections_two_people', sql`${table.clientId} <> ${table.providerId}`),
  ],
)

/** Who wants nothing to do with whom. */
export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('blocks_blocked_id_idx').on(table.blockedId),
    check('blocks_two_people', sql`${table.blockerId} <> ${table.blockedId}`),
  ],
)

/** One for each pair that was ever connected. Whose account is deleted leaves it; the last one takes it along. */
export const chats = pgTable(
  'chats',
  {
    id: uuid().primaryKey(),
    clientId: uuid('client_id').references(() => users.id, { onDelete: 'set null' }),
    providerId: uuid('provider_id').references(() => users.id, { onDelete: 'set null' }),
    /** The number of its newest change: given under this row's lock, so that commit order is number order. */
    lastRev: integer('last_rev').notNull().default(0),
    clientReadSeq: integer('client_read_seq').notNull().default(0),
    providerReadSeq: integer('provider_read_seq').notNull().default(0),
    /** When the last message came. */
    activeAt: instant('active_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('chats_pair_key').on(table.clientId, table.providerId),
    index('chats_client_idx').on(table.clientId, table.activeAt),
    index('chats_provider_idx').on(table.providerId, table.activeAt),
  ],
)

export const messages = pgTable(
  'messages',
  {
    /** Made on the device; the id of the operation that sent it. */
    id: uuid().primaryKey(),
    chatId: uuid('chat_id')
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    /** Its place; never changes. */
    seq: integer().notNull(),
    /** The number of its last change: its place until somebody reacts to it or deletes it. */
    rev: integer().notNull(),
    senderId: uuid('sender_id').references(() => users.id, { onDelete: 'set null' }),
    /** Empty once it is deleted: the trace holds nothing of it. */
    content: text().notNull(),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
    /** The message of the same chat that it answers, which goes with the chat alone. */
    replyTo: uuid('reply_to'),
    /**
     * Whether an adult wrote it to somebody under 18, by the birth dates at that moment. A trigger decides it for every
     * way in, and another one refuses to let such a message go before it is sealed (`schema/evidence.ts`).
     */
    toMinor: boolean('to_minor').notNull().default(false),
  },
  (table) => [
    uniqueIndex('messages_place_key').on(table.chatId, table.seq),
    uniqueIndex('messages_rev_key').on(table.chatId, table.rev),
    index('messages_sender_idx').on(table.senderId),
  ],
)

/** What people answered messages with in one tap; a change is a row of its own, so that each can be sealed. */
export const messageReactions = pgTable(
  'message_reactions',
  {
    /** Made here and told to nobody: evidence is named by it, and no device may choose that name. */
    id: uuid().primaryKey().defaultRandom(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reaction: text().$type<ReactionName>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** As of a message, by triggers of its own. */
    toMinor: boolean('to_minor').notNull().default(false),
  },
  (table) => [
    uniqueIndex('message_reactions_person_key').on(table.messageId, table.userId),
    index('message_reactions_user_idx').on(table.userId),
  ],
)

/** Files of messages, uploaded before them under the message's id. */
export const chatFiles = pgTable(
  'chat_files',
  {
    messageId: uuid('message_id').primaryKey(),
    chatId: uuid('chat_id')
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blobKey: text('blob_key').notNull(),
    name: text().notNull(),
    kind: text().$type<ChatFileKind>().notNull(),
    bytes: integer().notNull(),
    /** An image's pixels. */
    width: integer(),
    height: integer(),
    /** Of a voice note: how long it is, in milliseconds, by its own bytes. */
    voiceMs: integer('voice_ms'),
    /** SHA-256 in hex of what was sent: the same id with another file is refused. */
    sentHash: text('sent_hash').notNull(),
    /** False until its message has come; one that never does is swept away. */
    attached: boolean().notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('chat_files_chat_idx').on(table.chatId),
    index('chat_files_sender_idx').on(table.senderId),
    index('chat_files_waiting_idx')
      .on(table.createdAt)
      .where(sql`not ${table.attached}`),
  ],
)

/** What a person lets others know while chatting, and how fast they send. */
export const chatSettings = pgTable('chat_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  readReceipts: boolean('read_receipts').notNull().default(false),
  typing: boolean().notNull().default(false),
  away: jsonb().$type<AwayHours>(),
  /** The moment up to which their sending is used up, a second for each message; null while they sent none. */
  pacedUntil: instant('paced_until'),
})
