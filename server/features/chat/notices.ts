import type { Queryable } from '#server/db/queryable.ts'
import { addNotice, withdrawNotice } from '#server/features/notices/index.ts'
import { otherOf } from './open-chats.ts'
import type { ChatRecord } from './chat.sql.ts'

const kind = 'message.received'

/** Tells the other one of new messages: one notice for a chat, however many there are. */
export async function noteMessages(
  client: Queryable,
  chat: ChatRecord,
  last: { senderId: string; id: string; at: Date },
): Promise<void> {
  const userId = otherOf(chat, last.senderId)
  if (userId === null) return
  const { id, senderId: actorId, at } = last
  await addNotice(client, { id, userId, actorId, kind, aboutId: chat.id, at })
}

/** Whoever looks into the chat need not be told of it any more. */
export async function forgetNotice(
  client: Queryable,
  { id: aboutId }: ChatRecord,
  userId: string,
): Promise<void> {
  await withdrawNotice(client, { userId, kind, aboutId })
}
