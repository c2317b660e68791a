import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ReportReason, ReportState, ReportTarget } from '#contract/safety/model.ts'
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
  ],
)
