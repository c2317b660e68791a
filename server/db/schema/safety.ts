import { sql } from 'drizzle-orm'
import {
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
  integer,
  primaryKey,
  bigint,
  boolean,
  doublePrecision,
} from 'drizzle-orm/pg-core'
import type { PlanStep, PlanProposal, ReplacedItem } from '#contract/plan/model.ts'
import type { ReportReason, ReportState, ReportTarget } from '#contract/safety/api.ts'
import { users } from './account.ts'

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
    index('reports_handled_by_idx')
      .on(table.handledBy)
      .where(sql`${table.handledBy} is not null`),
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

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** How many writes a person has made in their plan; whoever writes in it holds the row. */
export const plans = pgTable('plans', {
  userId: owner().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
})

/** The lines of safety plans. One that was removed stays for 90 days, for its person's other devices and their second thoughts. */
export const planItems = pgTable(
  'plan_items',
  {
    userId: owner(),
    /** Made by a device; another person's may have made the same one. */
    id: uuid().notNull(),
    step: text().$type<PlanStep>().notNull(),
    text: text().notNull(),
    phone: text(),
    order: doublePrecision().notNull(),
    /** The operation that wrote it. */
    rev: uuid().notNull(),
    deleted: boolean().notNull(),
    /** What other devices had written and this write had not seen, until the person decides. */
    replaced: jsonb().$type<readonly ReplacedItem[]>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('plan_items_updated_at_idx').using('brin', table.updatedAt),
  ],
)

/** What lines said before they were written over, for 90 days. */
export const planHistory = pgTable(
  'plan_history',
  {
    userId: owner(),
    itemId: uuid('item_id').notNull(),
    rev: uuid().notNull(),
    step: text().$type<PlanStep>().notNull(),
    text: text().notNull(),
    phone: text(),
    /** When it was written over. */
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.rev] }),
    index('plan_history_at_idx').using('brin', table.at),
  ],
)

/** The one care provider who may read a plan; gone the moment it is taken back. */
export const planShares = pgTable(
  'plan_shares',
  {
    userId: owner().primaryKey(),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sharedAt: instant('shared_at').notNull(),
  },
  (table) => [index('plan_shares_provider_id_idx').on(table.providerId)],
)

/** What a provider proposes for a plan. Nothing of it is in the plan until its person takes it up. */
export const planProposals = pgTable(
  'plan_proposals',
  {
    userId: owner(),
    /** The operation that brought it. */
    id: uuid().notNull(),
    providerId: uuid('provider_id').references(() => users.id, { onDelete: 'set null' }),
    change: text().$type<PlanProposal['change']>().notNull(),
    itemId: uuid('item_id').notNull(),
    step: text().$type<PlanStep>().notNull(),
    text: text().notNull(),
    phone: text(),
    state: text().$type<PlanProposal['state']>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its person answered, or stopped sharing. */
    decidedAt: instant('decided_at'),
    /** Whether an adult wrote it to somebody under 18, decided by a trigger: it goes only once it is sealed. */
    toMinor: boolean('to_minor').notNull().default(false),
    /** What evidence names it by: no device makes it. */
    evidenceId: uuid('evidence_id').notNull().defaultRandom(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('plan_proposals_provider_id_idx').on(table.providerId, table.userId),
    index('plan_proposals_decided_at_idx').using('brin', table.decidedAt),
  ],
)
