import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Who signs in with a code of an authenticator app, or has begun to. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed for this person alone: whoever reads or moves the row can make no code. */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Null until a first code has come back: until then it is asked for nowhere. */
  confirmedAt: instant('confirmed_at'),
  /** The 30 seconds, counted from 1970, of the last code that was taken: no code of then or before is taken again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
})

/** Each row is good for one sign-in, and goes with it. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** SHA-256 in hex of the person and 80 random bits, which nobody tries through. */
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)
