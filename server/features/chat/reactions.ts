import type { ReactionChange, ReactionReceipt } from '#contract/chat/reactions.ts'
import { utcDate } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { ormOn } from '#server/db/orm.ts'
import { sealGoingReactions } from '#server/features/evidence/index.ts'
import type { Outcome } from '#server/features/sync/index.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { ChatRecord } from './chat.sql.ts'
import type { OwnMessage } from './messages.sql.ts'
import { peopleOf, writableChats, type Writable } from './open-chats.ts'
import { takeTurns } from './pace.ts'
import { isOwner } from './policy.ts'
import { messageTouch, reactionDelete, reactionInsert, reactionOf } from './reactions.sql.ts'
import type { SealingContext } from './send.ts'
import { notePace, paceOf } from './settings-repo.ts'
import { messageRecord } from './write-repo.ts'

/**
 * Puts, changes and takes back reactions of one person, in the order given and in the transaction of the caller: the
 * last one of a message stays. They go at the pace of messages, since each wakes the other one's phone as one does.
 */
export async function changeReactions(
  context: SealingContext,
  changes: readonly ReactionChange[],
): Promise<Outcome[]> {
  const { client, actor, nowMs } = context
  const chats = await writableChats(
    client,
    actor,
    changes.map(({ chatId }) => chatId),
    utcDate(nowMs),
  )
  const turns = takeTurns(await paceOf(client, actor), nowMs, changes.length)
  if (turns.now > 0) {
    await notePace(client, authorize(actor, { userId: actor.userId }, isOwner), turns.usedUntilMs)
  }
  const outcomes: Outcome[] = []
  for (const change of changes.slice(0, turns.now)) {
    const left = await changeOne(context, change, chats.get(change.chatId) ?? 'not_found')
    outcomes.push(
      typeof left === 'string'
        ? { status: 'rejected', code: left }
        : { status: 'applied', result: left },
    )
  }
  const later = turns.waitsMs.map(
    (afterMs) => ({ status: 'later', code: 'rate_limited', afterMs }) as const,
  )
  return [...outcomes, ...later]
}

/** A reaction that is there already, or gone already with its message, is no change. */
async function changeOne(
  context: SealingContext,
  { chatId, messageId, reaction }: ReactionChange,
  chat: Writable,
): Promise<ReactionReceipt | ProblemCode> {
  if (typeof chat === 'string') return chat
  const { client, actor, publishTo } = context
  const message = await messageRecord(client, chatId, messageId)
  if (!message) return 'not_found'
  if (message.deletedAt && reaction !== null) return 'message_deleted'
  const known = (await reactionOf.first(client, [messageId, actor.userId]))?.reaction ?? null
  const receipt = { _id: message.id, chatId: message.chatId, reaction }
  if (known === reaction) return { ...receipt, rev: message.rev }
  const rev = await replace(context, chat, { message, known, reaction })
  publishTo(peopleOf(chat), message.chatId)
  return { ...receipt, rev }
}

async function replace(
  { client, actor: { userId }, nowMs, evidenceSealer }: SealingContext,
  chat: Authorized<ChatRecord>,
  given: { message: OwnMessage; known: string | null; reaction: string | null },
): Promise<number> {
  const { message, known, reaction } = given
  const messageId = message.id
  const at = new Date(nowMs)
  if (known !== null) {
    await sealGoingReactions(ormOn(client), { messageId, userId }, { sealer: evidenceSealer, at })
    await reactionDelete.run(client, [messageId, userId])
  }
  if (reaction !== null) await reactionInsert.run(client, [messageId, userId, reaction, at])
  const touched = await messageTouch.first(client, [messageId, chat.id])
  if (!touched) throw new Error('A message went away while somebody reacted to it')
  return touched.rev
}
