import {
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
  integer,
  primaryKey,
} from 'drizzle-orm/pg-core'
import type { ReportReason, ReportState, ReportTarget } from '#contract/safety/model.ts'
import { users } from './account.ts'
import { sql } from 'drizzle-orm'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Reports outlive the accounts of both people: what was reported may have to be answered for. */
export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey(),
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    subjectId: uuid('subject_id').references(() => users.id, { onDelete: 'set null' }),
    target: jsonb().$type<ReportTarget>().notNull(),
    /** What the reporter could see at that moment and what they say of it, sealed for this report alone; written once. */
    sealed: text(),
    /** Empty, and `note` too, but in a report from before reports were sealed: the upkeep seals those. */
    snapshot: jsonb().$type<Record<string, unknown>>().notNull(),
    reason: text().$type<ReportReason>().notNull(),
    note: text().notNull(),
    state: text().$type<ReportState>().notNull(),
    createdAt: instant('created_at').notNull(),
    handledBy: uuid('handled_by').references(() => users.id, { onDelete: 'set null' }),
    handledAt: instant('handled_at'),
    handlingNote: text('handling_note'),
  },
  (table) => [
    index('reports_state_idx').on(table.state, table.createdAt),
    index('reports_created_at_idx').on(table.createdAt),
    index('reports_reporter_idx').on(table.reporterId, table.createdAt),
    index('reports_subject_idx').on(table.subjectId),
    index('reports_handled_at_idx').on(table.handledAt),
  ],
)

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
