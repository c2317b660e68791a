import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from './client.ts'
import { lookAlikeKeys, providerListing } from './provider-listing.ts'
import { users } from './schema/account.ts'
import { providers } from './schema/providers.ts'

const rowsPerInsert = 500

/**
 * Gives every care provider without one their line in the directory: those who registered before there was a
 * directory. Several processes may do it at once.
 */
export async function listUnlistedProviders({ orm }: Pick<Database, 'orm'>): Promise<void> {
  const unlisted = await orm
    .select({
      id: users.id,
      username: users.username,
      firstname: users.firstname,
      lastname: users.lastname,
      specialization: users.specialization,
      gender: users.gender,
      country: users.country,
      createdAt: users.createdAt,
    })
    .from(users)
    .leftJoin(providers, eq(providers.userId, users.id))
    .where(and(eq(users.userType, 'ServiceProvider'), isNull(providers.userId)))
  for (let from = 0; from < unlisted.length; from += rowsPerInsert) {
    const rows = unlisted.slice(from, from + rowsPerInsert).map(providerListing)
    await orm.insert(providers).values(rows).onConflictDoNothing()
  }
  await logReads(orm)
}

/** Those who were listed before look-alikes were refused get the keys that these are found by. */
async function logReads(orm: Database['orm']): Promise<void> {
  const unnoted = await orm
    .select({
      id: users.id,
      username: users.username,
      firstname: users.firstname,
      lastname: users.lastname,
    })
    .from(providers)
    .innerJoin(users, eq(providers.userId, users.id))
    .where(isNull(providers.nameLook))
  for (const facts of unnoted) {
    await orm.update(providers).set(lookAlikeKeys(facts)).where(eq(providers.userId, facts.id))
  }
}
