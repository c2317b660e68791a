import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/actor.ts'
import { mayReadChat } from './policy.ts'
import type { ChatRecord } from './write-repo.ts'

interface ReportedMessage {
  readonly senderId: string | null
  readonly text: string
  readonly file: string | null
  readonly sentAt: Date
  readonly deleted: boolean
  readonly chat: ChatRecord
}

/** A copy of a message for its report; undefined for one that the actor cannot see, and for their own. */
export async function messageSnapshot(client: Queryable, actor: Actor, messageId: string) {
  const { rows } = await client.query<ReportedMessage>({
    name: 'chat_reported',
    text: `select m.sender_id as "senderId", m.content as text, f.name as file, m.created_at as "sentAt",
        m.deleted_at is not null as deleted,
        json_build_object('id', c.id, 'clientId', c.client_id, 'providerId', c.provider_id) as chat
      from messages m join chats c on c.id = m.chat_id left join chat_files f on f.message_id = m.id
      where m.id = $1`,
    values: [messageId],
  })
  const [message] = rows
  if (!message || mayReadChat(actor, message.chat) !== 'allow') return undefined
  const { senderId, text, file, sentAt, deleted } = message
  if (senderId === null || senderId === actor.userId) return undefined
  return { subjectId: senderId, fields: { text, file, sentAt: sentAt.toISOString(), deleted } }
}
