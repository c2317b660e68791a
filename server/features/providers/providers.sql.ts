import * as v from 'valibot'
import { minorConcernedSchema } from '#contract/providers/model.ts'
import { isUnavailable, seesMinors } from '#server/db/people.sql.ts'
import { sqlQuery } from '#server/db/statement.ts'

/** A minor whom a decision about their provider concerns, with the key by which the list is sorted. */
const minorRow = v.object({ ...minorConcernedSchema.entries, nameKey: v.string() })
export type MinorRow = v.InferOutput<typeof minorRow>

/** Ids of everybody under 18 who has to do with a provider `$1`: by a live connection, or a session to come. */
const concerned = `(
  select client_id from connections where provider_id = $1 and state in ('pending', 'accepted')
  union select client_id from bookings where provider_id = $1 and status = 'booked' and starts_at > $3)`

export const providerMinors = sqlQuery({
  name: 'provider_minors',
  row: minorRow,
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
})

export const providerMinorsCount = sqlQuery({
  name: 'provider_minors_count',
  row: v.object({ minors: v.number(), sessions: v.number() }),
  text: `select count(*)::int as minors, coalesce(sum((select count(*) from bookings
        where client_id = users.id and provider_id = $1 and status = 'booked' and starts_at > $3)), 0)::int as sessions
      from users where birth_date::text > $2 and id in ${concerned}`,
})

export const providerMinorIds = sqlQuery({
  name: 'provider_minor_ids',
  row: v.object({ id: v.string() }),
  text: `select id from users where birth_date::text > $2 and id in (
        select client_id from connections where provider_id = $1
        union select client_id from bookings where provider_id = $1)`,
})

/** Ids of everybody who has or had a connection, or a session, with `$1`. */
export const connectedIds = sqlQuery({
  name: 'connected_ids',
  row: v.object({ id: v.string() }),
  text: `select provider_id as id from connections where client_id = $1
      union select client_id from connections where provider_id = $1
      union select provider_id from bookings where client_id = $1 and provider_id is not null
      union select client_id from bookings where provider_id = $1`,
})

/** How a person stands; `available` as their chats have it: neither suspended nor a provider who is not verified. */
const personStatusRow = v.object({ sees: v.boolean(), closed: v.boolean(), available: v.boolean() })
export type PersonStatus = v.InferOutput<typeof personStatusRow>

export const personStatus = sqlQuery({
  name: 'person_status',
  row: personStatusRow,
  text: `select ${seesMinors('users')} as sees, suspended_at is not null as closed,
        not ${isUnavailable('users')} as available
      from users where id = $1`,
})
