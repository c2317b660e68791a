import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { LocalDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { providerListing } from '#server/db/provider-listing.ts'
import { sessions, users } from '#server/db/schema/account.ts'
import { providers } from '#server/db/schema/providers.ts'
import { hashToken } from '#server/http/session/caller.ts'
import { testNoonMs } from './server.ts'

export type UserRow = typeof users.$inferSelect

export interface SignedIn {
  readonly id: string
  readonly token: string
  readonly user: UserRow
}

const dayMs = 86_400_000

/**
 * A person straight in the database, with one session of 30 days; `given` overrides any field. A care provider comes
 * with a line in the directory, and sees people of every age.
 */
export async function addPerson(
  database: Database,
  given: Partial<UserRow> = {},
  session: { fromMs: number } = { fromMs: testNoonMs },
): Promise<SignedIn> {
  const id = uuidv7()
  const [user] = await database.orm
    .insert(users)
    .values({ ...plainPerson(id), approvedAt: given.verifiedAt ?? null, ...given })
    .returning()
  if (!user) throw new Error('The person was not stored')
  if (user.userType === 'ServiceProvider') {
    const open = { seesMinors: true, minorsClearedAt: new Date(session.fromMs) }
    await database.orm.insert(providers).values({ ...providerListing(user), ...open })
  }
  const lastUsedAt = new Date(session.fromMs)
  const expiresAt = new Date(session.fromMs + 30 * dayMs)
  return {
    id: user.id,
    token: await addSession(database, user.id, { lastUsedAt, expiresAt }),
    user,
  }
}

/** A session of 30 days that starts with a login at the tests' noon; gives its token. */
export async function addSession(
  database: Database,
  userId: string,
  given: Partial<Pick<typeof sessions.$inferInsert, 'lastUsedAt' | 'expiresAt' | 'provedAt'>> = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database.orm.insert(sessions).values({
    tokenHash: hashToken(token),
    id: uuidv7(),
    userId,
    lastUsedAt: new Date(testNoonMs),
    createdAt: given.lastUsedAt ?? new Date(testNoonMs),
    provedAt: given.lastUsedAt ?? new Date(testNoonMs),
    expiresAt: new Date(testNoonMs + 30 * dayMs),
    ...given,
  })
  return token
}

function plainPerson(id: string): typeof users.$inferInsert {
  return {
    id,
    email: `${id}@example.org`,
    username: `u-${id}`,
    passwordHash: 'nobody logs in with this',
    userType: 'Adolescent',
    firstname: 'Nour',
    lastname: 'Test',
    birthDate: '2009-03-14' as LocalDate,
    gender: 'Female',
    country: 'Egypt',
    state: 'Giza',
    phoneNumber: '+201234567890',
    emailConfirmedAt: new Date(0),
  }
}
