import { index, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Requests for a new password, of e-mails that nobody has too: both cost the same work. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 in hex of the token in the browser's cookie. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** HMAC of the code with the token as its key: whoever reads this table alone cannot try all codes. */
    codeHash: text('code_hash').notNull(),
    tries: smallint().notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('password_resets_user_id_idx').on(table.userId),
    index('password_resets_expires_at_idx').on(table.expiresAt),
  ],
)

/** Codes that prove an e-mail address, one a person; only the person themself asks for a new one. */
export const emailCodes = pgTable(
  'email_codes',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** HMAC of the code and the person with a key of the server's: the table alone does not let anybody try all codes. */
    codeHash: text('code_hash').notNull(),
    tries: smallint().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('email_codes_expires_at_idx').on(table.expiresAt)],
)
