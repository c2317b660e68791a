import type { ConnectionState } from '#contract/connections/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

export interface ConnectionRow {
  readonly id: string
  readonly clientId: string
  readonly providerId: string
  readonly state: ConnectionState
  readonly createdAt: Date
  readonly answeredAt: Date | null
  readonly endedAt: Date | null
}

/** The columns of a `ConnectionRow`, of the table by the name `connections`. */
export const connectionColumns = `connections.id, connections.client_id as "clientId",
  connections.provider_id as "providerId", connections.state, connections.created_at as "createdAt",
  connections.answered_at as "answeredAt", connections.ended_at as "endedAt"`

export async function connectionById(
  client: Queryable,
  id: string,
): Promise<ConnectionRow | undefined> {
  const { rows } = await client.query<ConnectionRow>({
    name: 'connection_by_id',
    text: `select ${connectionColumns} from connections where id = $1`,
    values: [id],
  })
  return rows[0]
}

/** Stores a request; undefined where the two have a live connection already. */
export async function insertRequest(
  client: Queryable,
  request: Authorized<Pick<ConnectionRow, 'id' | 'clientId' | 'providerId' | 'createdAt'>>,
): Promise<ConnectionRow | undefined> {
  const { rows } = await client.query<ConnectionRow>({
    name: 'connection_request',
    text: `insert into connections (id, client_id, provider_id, state, created_at)
      values ($1, $2, $3, 'pending', $4)
      on conflict (client_id, provider_id) where state in ('pending', 'accepted') do nothing
      returning ${connectionColumns}`,
    values: [request.id, request.clientId, request.providerId, request.createdAt],
  })
  return rows[0]
}

/** The provider's answer; undefined where the request waits for none any more. */
export async function answerRequest(
  client: Queryable,
  connection: Authorized<ConnectionRow>,
  state: 'accepted' | 'rejected',
  at: Date,
): Promise<ConnectionRow | undefined> {
  const { rows } = await client.query<ConnectionRow>({
    name: 'connection_answer',
    text: `update connections set state = $2, answered_at = $3
      where id = $1 and state = 'pending' returning ${connectionColumns}`,
    values: [connection.id, state, at],
  })
  return rows[0]
}

/**
 * Ends what lives between two people, by one of them: what was accepted is ended, and a request is removed by whoever
 * asked and rejected by whoever was asked. The results that the one showed the other are shown no more: whatever ends a
 * connection goes through this statement, so that a later one begins with none. Undefined where nothing lived, or
 * nothing in the states of `among`. The caller holds the lock of the pair, as does whoever shares a result.
 */
export async function endLive(
  client: Queryable,
  pair: Authorized<{ readonly clientId: string; readonly providerId: string }>,
  by: { readonly userId: string; readonly at: Date; readonly among: readonly ConnectionState[] },
): Promise<ConnectionRow | undefined> {
  const { rows } = await client.query<ConnectionRow>({
    name: 'connection_end',
    text: `with ended as (
        update connections set
          state = case when state = 'accepted' then 'ended' when client_id = $3 then 'removed' else 'rejected' end,
          answered_at = case when state = 'pending' and provider_id = $3 then $4 else answered_at end,
          ended_at = $4, ended_by = $3
        where client_id = $1 and provider_id = $2 and state = any($5::text[])
          and state in ('pending', 'accepted')
        returning ${connectionColumns}
      ), shares as (
        delete from quest_shares using ended
        where user_id = ended."clientId" and quest_shares.provider_id = ended."providerId"
      )
      select * from ended`,
    values: [pair.clientId, pair.providerId, by.userId, by.at, by.among],
  })
  return rows[0]
}
