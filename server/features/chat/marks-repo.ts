import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { ChatRecord } from './write-repo.ts'

/** Notes how far one of a chat's people has read; never further than there are messages, and never back. */
export async function markReadUpTo(
  client: Queryable,
  chat: Authorized<ChatRecord>,
  userId: string,
  seq: number,
): Promise<'marked' | 'unchanged'> {
  const { rowCount } = await client.query({
    name: 'chat_mark_read',
    text: `update chats set
        client_read_seq = case when client_id = $2 then least($3, last_rev) else client_read_seq end,
        provider_read_seq = case when provider_id = $2 then least($3, last_rev) else provider_read_seq end
      where id = $1 and least($3::int, last_rev)
        > case when client_id = $2 then client_read_seq else provider_read_seq end`,
    values: [chat.id, userId, seq],
  })
  return rowCount === 0 ? 'unchanged' : 'marked'
}
