import { eq, or } from 'drizzle-orm'
import type { Transaction } from '#server/db/orm.ts'
import { looksOf, providerListing, type ListedFacts } from '#server/db/provider-listing.ts'
import { users } from '#server/db/schema/account.ts'
import { providers } from '#server/db/schema/providers.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { newPractice } from './practice-repo.ts'

/**
 * Gives a new care provider their line. Throws `invalid_input` for a name or a username that only looks like an existing
 * provider's; namesakes are welcome.
 */
export async function insertListing(
  tx: Transaction,
  provider: Authorized<ListedFacts>,
  said: { readonly seesMinors: boolean; readonly reviewProviders: boolean },
): Promise<void> {
  const fields = await lookAlikes(tx, provider)
  if (Object.keys(fields).length > 0) throw new ProblemError('invalid_input', { fields })
  const practice = newPractice({ ...said, at: provider.createdAt })
  await tx.insert(providers).values({ ...providerListing(provider), ...practice })
}

const alikeText =
  'This looks like the name of a care provider who is already here. Please write it as in your papers.'

async function lookAlikes(tx: Transaction, provider: ListedFacts): Promise<Record<string, string>> {
  const { nameLook, usernameLook } = looksOf(provider)
  const found = await tx
    .select({
      username: users.username,
      firstname: users.firstname,
      lastname: users.lastname,
      nameLook: providers.nameLook,
      usernameLook: providers.usernameLook,
    })
    .from(providers)
    .innerJoin(users, eq(providers.userId, users.id))
    .where(or(eq(providers.nameLook, nameLook), eq(providers.usernameLook, usernameLook)))
  const name = nameOf(provider)
  const byName = found.some((one) => one.nameLook === nameLook && nameOf(one) !== name)
  // The same username is answered as taken, by the table itself.
  const byUsername = found.some((one) => one.usernameLook === usernameLook)
  return {
    ...(byName && { firstname: alikeText }),
    ...(byUsername && { username: alikeText }),
  }
}

function nameOf(person: Pick<ListedFacts, 'firstname' | 'lastname'>): string {
  return `${person.firstname} ${person.lastname}`.normalize('NFKC').toLowerCase()
}
