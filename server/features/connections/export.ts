import { newestAdultBirthDate, utcDate } from '#contract/local-date.ts'
import type { UserType } from '#contract/account/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { notBlocked } from './lists-repo.ts'
import { isKeptApart } from '#server/db/relation-sql.ts'
import { connectionColumns, type ConnectionRow } from './repo.ts'

interface ExportedRow extends ConnectionRow {
  readonly endedBy: string | null
  readonly firstname: string
  readonly lastname: string
  readonly userType: UserType
  readonly shown: boolean
}

/**
 * Every request a person made or was sent, oldest first, with the name and role of the other one. Whom the lists on
 * screen keep from them the export keeps from them too: then `with` is null.
 */
export function connectionsExport(client: Queryable, now: () => number) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const { rows } = await client.query<ExportedRow>({
      name: 'connections_export',
      text: `select ${connectionColumns}, connections.ended_by as "endedBy",
          other.firstname, other.lastname, other.user_type as "userType",
          (${notBlocked} and not ${isKeptApart('other', 'me', '$2')}
            and (client_id = me.id or other.suspended_at is null)) as shown
        from connections join users as me on me.id = $1
          join users as other on other.id = case when client_id = me.id then provider_id else client_id end
        where client_id = me.id or provider_id = me.id
        order by connections.created_at, connections.id`,
      values: [userId, newestAdultBirthDate(utcDate(now()))],
    })
    return rows.map(({ clientId, endedBy, state, createdAt, answeredAt, endedAt, ...other }) => ({
      with: other.shown
        ? { name: `${other.firstname} ${other.lastname}`, role: other.userType }
        : null,
      sentByMe: clientId === userId,
      state,
      createdAt,
      answeredAt,
      endedAt,
      endedByMe: endedBy === userId,
    }))
  }
}
