import type { MinorConcerned } from '#contract/providers/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

/** A minor whom a decision about their provider concerns, with the place of their name in the list. */
export type MinorRow = MinorConcerned & { readonly nameKey: string }

/** Ids of everybody under 18 who has to do with a provider `$1`: by a live connection, or a session to come. */
const concerned = `(
  select client_id from connections where provider_id = $1 and state in ('pending', 'accepted')
  union select client_id from bookings where provider_id = $1 and status = 'booked' and starts_at > $3)`

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
  const { rows } = await client.query<MinorRow>({
    name: 'provider_minors',
    text: `select * from (
        select id, firstname, lastname,
          coalesce((select state from connections where client_id = users.id and provider_id = $1
            and state in ('pending', 'accepted')), 'none') as connection,
          (select count(*)::int from bookings where client_id = users.id and provider_id = $1
            and status = 'booked' and starts_at > $3) as sessions,
          lower(firstname || ' ' || lastname) collate "C" as "nameKey"
        from users
        where birth_date::text > $2 and id in ${concerned}
      ) as minors
      where $4::text is null or ("nameKey", id) > ($4, $5::uuid)
      order by "nameKey", id limit $6`,
    values: [provider.id, given.newestAdult, given.now, name, id, given.limit + 1],
  })
  return rows
}

/** How many they are, and how many sessions to come they have. */
export async function countMinors(
  client: Queryable,
  provider: Authorized<{ readonly id: string }>,
  { newestAdult, now }: { readonly newestAdult: string; readonly now: Date },
): Promise<{ minors: number; sessions: number }> {
  const { rows } = await client.query<{ minors: number; sessions: number }>({
    name: 'provider_minors_count',
    text: `select count(*)::int as minors, coalesce(sum((select count(*) from bookings
        where client_id = users.id and provider_id = $1 and status = 'booked' and starts_at > $3)), 0)::int as sessions
      from users where birth_date::text > $2 and id in ${concerned}`,
    values: [provider.id, newestAdult, now],
  })
  return rows[0] ?? { minors: 0, sessions: 0 }
}

/** Everybody under 18 who has or had a connection, or a session, with a provider: their phones read again. */
export async function idsOfMinors(
  client: Queryable,
  providerId: string,
  newestAdult: string,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'provider_minor_ids',
    text: `select id from users where birth_date::text > $2 and id in (
        select client_id from connections where provider_id = $1
        union select client_id from bookings where provider_id = $1)`,
    values: [providerId, newestAdult],
  })
  return rows.map(({ id }) => id)
}
