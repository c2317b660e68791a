import type { Queryable } from '#server/db/queryable.ts'
import { chatStart } from './chat.sql.ts'

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
  await chatStart.run(client, [made.id, clientId, providerId, made.at])
}
