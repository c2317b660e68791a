import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  providerMinorIds,
  providerMinors,
  providerMinorsCount,
  type MinorRow,
} from './providers.sql.ts'

/** Minors whom a decision about a provider concerns, by name, behind a name and id. */
export async function minorsOf(
  client: Queryable,
  provider: Authorized<{ readonly id: string }>,
  given: {
    readonly newestAdult: string
    readonly now: Date
    readonly behind: readonly [string, string] | undefined
    readonly limit: number
  },
): Promise<MinorRow[]> {
  const [name, id] = given.behind ?? [null, null]
  return providerMinors.all(client, [
    provider.id,
    given.newestAdult,
    given.now,
    name,
    id,
    given.limit + 1,
  ])
}

/** How many they are, and how many sessions to come they have. */
export async function countMinors(
  client: Queryable,
  provider: Authorized<{ readonly id: string }>,
  { newestAdult, now }: { readonly newestAdult: string; readonly now: Date },
): Promise<{ minors: number; sessions: number }> {
  const rows = await providerMinorsCount.all(client, [provider.id, newestAdult, now])
  return rows[0] ?? { minors: 0, sessions: 0 }
}

/** Everybody under 18 who has or had a connection, or a session, with a provider: their phones read again. */
export async function idsOfMinors(
  client: Queryable,
  providerId: string,
  newestAdult: string,
): Promise<string[]> {
  const rows = await providerMinorIds.all(client, [providerId, newestAdult])
  return rows.map(({ id }) => id)
}
