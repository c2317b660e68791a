import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { reports } from './safety.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * Files of messages, sealed with the evidence key: one copy for a message, whoever needs it. A copy goes once neither
 * evidence nor a report names it.
 */
export const sealedFiles = pgTable(
  'sealed_files',
  {
    messageId: uuid('message_id').primaryKey(),
    /** The file that is still to be copied. While it is named here, nothing removes it from the store. */
    sourceKey: text('source_key'),
    /** The sealed copy; null until it is made, and where the file had been lost. */
    blobKey: text('blob_key'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('sealed_files_source_idx')
      .on(table.sourceKey)
      .where(sql`${table.sourceKey} is not null`),
  ],
)

/**
 * What an adult wrote to somebody under 18 and what is gone from their chat. It names people and chats without foreign
 * keys: it outlives them. Nobody reads it but through a report.
 */
export const messageEvidence = pgTable(
  'message_evidence',
  {
    messageId: uuid('message_id').primaryKey(),
    chatId: uuid('chat_id').notNull(),
    senderId: uuid('sender_id').notNull(),
    /** Null where their account was gone before the message was. */
    recipientId: uuid('recipient_id'),
    seq: integer().notNull(),
    sentAt: instant('sent_at').notNull(),
    /** Text, facts of the file and the sender's name; bound to the fields above. */
    sealed: text().notNull(),
    fileId: uuid('file_id').references(() => sealedFiles.messageId),
    /** Of a reaction, which is named by `message_id` then: the message that it was for. */
    reactsTo: uuid('reacts_to'),
    /** When it, or an account at either end, went. */
    deletedAt: instant('deleted_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('message_evidence_expires_idx').on(table.expiresAt),
    index('message_evidence_people_idx').on(table.senderId, table.recipientId, table.sentAt),
    index('message_evidence_file_idx').on(table.fileId),
  ],
)

/** The files that go with a report, for as long as the report stays. */
export const reportFiles = pgTable(
  'report_files',
  {
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    messageId: uuid('message_id')
      .notNull()
      .references(() => sealedFiles.messageId),
  },
  (table) => [
    primaryKey({ columns: [table.reportId, table.messageId] }),
    index('report_files_message_idx').on(table.messageId),
  ],
)
