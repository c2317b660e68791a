import { index, integer, jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { BriefContent } from '#contract/brief/model.ts'
import { users } from './account.ts'
import { bookings } from './booking.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

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
