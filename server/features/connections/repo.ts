import type { ConnectionState } from '#contract/connections/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  connectionAnswer,
  connectionEnd,
  connectionRequest,
  connectionWithId,
  type ConnectionRow,
} from './connections.sql.ts'

export async function connectionById(
  client: Queryable,
  id: string,
): Promise<ConnectionRow | undefined> {
  return connectionWithId.first(client, [id])
}

/** Stores a request; undefined where the two have a live connection already. */
export async function insertRequest(
  client: Queryable,
  request: Authorized<Pick<ConnectionRow, 'id' | 'clientId' | 'providerId' | 'createdAt'>>,
  message: string | null,
): Promise<ConnectionRow | undefined> {
  return connectionRequest.first(client, [
    request.id,
    request.clientId,
    request.providerId,
    request.createdAt,
    message,
  ])
}

/** The provider's answer; undefined where the request waits for none any more. */
export async function answerRequest(
  client: Queryable,
  connection: Authorized<ConnectionRow>,
  state: 'accepted' | 'rejected',
  at: Date,
): Promise<ConnectionRow | undefined> {
  return connectionAnswer.first(client, [connection.id, state, at])
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
  return connectionEnd.first(client, [pair.clientId, pair.providerId, by.userId, by.at, by.among])
}
