import { sql } from 'drizzle-orm'
import {
  customType,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  smallint,
  bigint,
  primaryKey,
} from 'drizzle-orm/pg-core'
import type { UserType } from '#contract/account/model.ts'
import { baseLanguage, readLanguage, type Language } from '#contract/language.ts'
import type { LocalDate } from '#contract/local-date.ts'

/** A language as text; one that only a later build knows is read as English. */
export const languageColumn = customType<{ data: Language; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (text) => readLanguage(text) ?? baseLanguage,
})

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    username: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    userType: text('user_type').$type<UserType>().notNull(),
    /** Only `superAdmin` is known; set by a command, never by a request. */
    role: text(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    birthDate: date('birth_date', { mode: 'string' }).$type<LocalDate>().notNull(),
    gender: text().notNull(),
    country: text().notNull(),
    state: text().notNull(),
    phoneNumber: text('phone_number').notNull(),
    bio: text(),
    /** What the app, mails and notifications speak to the person. */
    language: languageColumn().notNull().default('en'),
    specialization: text(),
    /** The file name below `/profile-images/`: new for each image, so that it never changes its content. */
    profileImg: text('profile_img'),
    score: integer().notNull().default(0),
    /** Whether connected providers see the score: not, until the person chooses so. */
    shareScore: boolean('share_score').notNull().default(false),
    /** When the person proved that they read this address. No mail but a code goes there before. */
    emailConfirmedAt: instant('email_confirmed_at'),
    /** Of a care provider: when a superAdmin approved them, or they registered where nobody is reviewed. */
    approvedAt: instant('approved_at'),
    /** A provider is listed only once this is set: approved, with an address that is confirmed. */
    verifiedAt: instant('verified_at'),
    /** Why a superAdmin turned a provider down; null while nobody has, and again after an approval. */
    rejectedReason: text('rejected_reason'),
    suspendedAt: instant('suspended_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    uniqueIndex('users_profile_img_key').on(table.profileImg),
    check(
      'users_listed_confirmed',
      sql`${table.verifiedAt} is null or ${table.emailConfirmedAt} is not null`,
    ),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, in hex: the token itself is stored nowhere. */
    tokenHash: text('token_hash').primaryKey(),
    id: uuid().notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** The known device that it was opened on: where the session is ended from elsewhere, the device is forgotten. */
    deviceHash: text('device_hash'),
    /** When the person last proved with password and code that it is them; null for sessions from before this was asked. */
    provedAt: instant('proved_at'),
  },
  (table) => [
    index('sessions_user_id_idx').on(table.userId),
    index('sessions_expires_at_idx').on(table.expiresAt),
  ],
)

/** Browsers that somebody logged in on: their tries count apart from those of strangers. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 in hex of the token in the browser's cookie. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  // None on the time: each login writes it, and an index would cost it more than the daily upkeep gains.
  (table) => [index('known_devices_user_id_idx').on(table.userId)],
)

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
