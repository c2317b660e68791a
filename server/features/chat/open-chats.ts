import type { LocalDate } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import { lockPairs, pairStatuses, type PairStatus } from '#server/features/connections/index.ts'
import { addNotice } from '#server/features/notices/index.ts'
import { mayWriteChat } from './policy.ts'
import { chatNoticeForget, type ChatRecord } from './chat.sql.ts'
import { chatRecords } from './write-repo.ts'

/** A chat that the actor may write to, or why not. */
export type Writable = Authorized<ChatRecord> | ProblemCode

/**
 * Decides for each chat whether the actor may write to it, and holds that until the transaction ends: the lock of the
 * pair keeps a connection from ending under a message.
 */
export async function writableChats(
  client: Queryable,
  actor: Actor,
  chatIds: readonly string[],
  today: LocalDate,
): Promise<Map<string, Writable>> {
  const found = await chatRecords(client, [...new Set(chatIds)])
  const verdicts = new Map<string, Writable>(chatIds.map((id) => [id, 'not_found']))
  const others = new Map<string, string>()
  for (const [id, chat] of found) {
    const verdict = mayWriteChat(actor, chat)
    const otherId = otherOf(chat, actor.userId)
    if (verdict !== 'allow') verdicts.set(id, verdict)
    else if (otherId === null) verdicts.set(id, 'chat_closed')
    else others.set(id, otherId)
  }
  if (others.size === 0) return verdicts

  const otherIds = [...others.values()]
  await lockPairs(client, actor.userId, otherIds)
  const statuses = await pairStatuses(client, actor.userId, otherIds, today)
  for (const [id, otherId] of others) {
    const chat = found.get(id)
    const status = statuses.get(otherId)
    const open = status?.relation === 'connected' && chat?.available === true
    if (open) verdicts.set(id, authorize(actor, chat, mayWriteChat))
    // To a provider who does not see the client, the chat is not there.
    else verdicts.set(id, isHidden(actor, status) ? 'not_found' : 'chat_closed')
  }
  return verdicts
}

function isHidden({ userType }: Actor, status: PairStatus | undefined): boolean {
  return userType === 'ServiceProvider' && status?.relation === 'unavailable'
}

/** The other one of a chat's people; null for one who has deleted their account. */
function otherOf(
  { clientId, providerId }: Pick<ChatRecord, 'clientId' | 'providerId'>,
  userId: string,
): string | null {
  return clientId === userId ? providerId : clientId
}

/** Everybody who has the chat. */
export function peopleOf({ clientId, providerId }: ChatRecord): string[] {
  return [clientId, providerId].filter((id) => id !== null)
}

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

/** Whoever has read a chat to its end need not be told of it any more. */
export async function forgetNotice(
  client: Queryable,
  { id }: ChatRecord,
  userId: string,
): Promise<void> {
  await chatNoticeForget.run(client, [id, userId, kind])
}
