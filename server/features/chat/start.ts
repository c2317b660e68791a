import type { Queryable } from '#server/db/queryable.ts'

/** Two people who have just been connected. */
export interface NewPair {
  readonly clientId: string
  readonly providerId: string
}

/**
 * Makes the chat of two people, in the transaction that connects them; those who were connected before have theirs
 * again, with its history.
 */
export async function startChat(
  client: Queryable,
  { clientId, providerId }: NewPair,
  made: { id: string; at: Date },
): Promise<void> {
  await client.query({
    name: 'chat_start',
    text: `insert into chats (id, client_id, provider_id, active_at, created_at) values ($1, $2, $3, $4, $4)
      on conflict (client_id, provider_id) do update set active_at = excluded.active_at`,
    values: [made.id, clientId, providerId, made.at],
  })
}
