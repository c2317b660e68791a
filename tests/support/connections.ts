import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ConnectionState } from '#contract/connections/api.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/account.ts'
import { blocks, connections } from '#server/db/schema/connections.ts'
import { providers } from '#server/db/schema/providers.ts'
import { addPerson, type SignedIn, type UserRow } from './people.ts'
import { testNoonMs } from './server.ts'

const noon = new Date(testNoonMs)

/** A connection between two people, made behind the API's back; gives its id. */
export async function addConnection(
  database: Database,
  pair: { readonly clientId: string; readonly providerId: string },
  state: ConnectionState = 'accepted',
  createdAt = noon,
): Promise<string> {
  const id = uuidv7()
  const answered = state === 'accepted' || state === 'rejected' || state === 'ended'
  const over = state === 'ended' || state === 'removed'
  await database.orm.insert(connections).values({
    id,
    ...pair,
    state,
    createdAt,
    answeredAt: answered ? createdAt : null,
    endedAt: over ? createdAt : null,
  })
  return id
}

export async function addBlock(
  database: Database,
  blockerId: string,
  blockedId: string,
): Promise<void> {
  await database.orm.insert(blocks).values({ blockerId, blockedId, createdAt: noon })
}

/** A verified care provider who sees people of every age, unless `practice` says otherwise. */
export async function addProvider(
  database: Database,
  given: Partial<UserRow> = {},
  practice: Partial<typeof providers.$inferInsert> = {},
): Promise<SignedIn> {
  const provider = await addPerson(database, {
    userType: 'ServiceProvider',
    specialization: 'Psychotherapist',
    verifiedAt: noon,
    ...given,
  })
  if (Object.keys(practice).length > 0) {
    await database.orm.update(providers).set(practice).where(eq(providers.userId, provider.id))
  }
  return provider
}

/** What a review takes away again. */
export async function loseVerification(database: Database, userId: string): Promise<void> {
  await database.orm.update(users).set({ verifiedAt: null }).where(eq(users.id, userId))
}

/** What a provider's own switch does. */
export async function turnMinorsAway(database: Database, userId: string): Promise<void> {
  await database.orm
    .update(providers)
    .set({ seesMinors: false })
    .where(eq(providers.userId, userId))
}
