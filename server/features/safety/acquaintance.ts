import type { UserType } from '#contract/account/model.ts'
import type { Queryable } from '#server/db/queryable.ts'

/** Somebody as another person may know them, and by what. */
export interface Acquaintance {
  readonly id: string
  readonly firstname: string
  readonly lastname: string
  readonly userType: UserType
  readonly specialization: string | null
  readonly bio: string | null
  readonly profileImg: string | null
  /** A verified provider, whom every member sees. */
  readonly listed: boolean
  /** There was a request between the two, whatever became of it. */
  readonly met: boolean
  readonly blockedByMe: boolean
  readonly blockedByThem: boolean
}

/** A person and how somebody stands to them; undefined for an id that nobody has. */
export async function acquaintanceOf(
  client: Queryable,
  viewerId: string,
  id: string,
): Promise<Acquaintance | undefined> {
  const { rows } = await client.query<Acquaintance>({
    name: 'safety_acquaintance',
    text: `select id, firstname, lastname, user_type as "userType", specialization, bio,
        profile_img as "profileImg",
        user_type = 'ServiceProvider' and verified_at is not null and suspended_at is null as listed,
        exists (
          select 1 from connections
          where (client_id = $1 and provider_id = users.id) or (client_id = users.id and provider_id = $1)
        ) as met,
        exists (select 1 from blocks where blocker_id = $1 and blocked_id = users.id) as "blockedByMe",
        exists (select 1 from blocks where blocker_id = users.id and blocked_id = $1) as "blockedByThem"
      from users where id = $2`,
    values: [viewerId, id],
  })
  return rows[0]
}
