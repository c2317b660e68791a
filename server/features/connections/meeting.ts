import { isMinorOn, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Pair } from './policy.ts'

/** What decides whether a client and a provider may have to do with one another. */
export interface Meeting {
  /** The provider is verified and not suspended. */
  readonly listed: boolean
  /** The provider sees people under 18 and was cleared for it. */
  readonly seesMinors: boolean
  readonly clientsBirthDate: LocalDate
}

/** Undefined where one of the two does not exist. */
export async function meetingOf(client: Queryable, pair: Pair): Promise<Meeting | undefined> {
  const { rows } = await client.query<Meeting>({
    name: 'connection_meeting',
    text: `select asker.birth_date::text as "clientsBirthDate",
        provider.user_type = 'ServiceProvider' and provider.verified_at is not null
          and provider.suspended_at is null as listed,
        coalesce(providers.sees_minors and providers.minors_cleared_at is not null, false) as "seesMinors"
      from users as asker, users as provider
      left join providers on providers.user_id = provider.id
      where asker.id = $1 and provider.id = $2`,
    values: [pair.clientId, pair.providerId],
  })
  return rows[0]
}

/** Nobody under 18 meets a provider who was not cleared for it. */
export function mayMeet(meeting: Meeting, today: LocalDate): boolean {
  return meeting.seesMinors || !isMinorOn(meeting.clientsBirthDate, today)
}
