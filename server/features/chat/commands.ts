import {
  messageDeletionSchema,
  newMessageSchema,
  type MessageDeletion,
  type NewMessage,
  type DeletionReceipt,
} from '#contract/chat/model.ts'
import { reactionChangeSchema, type ReactionChange } from '#contract/chat/reactions.ts'
import { laneOf } from '#contract/lanes.ts'
import type { Applier, ApplyContext, Outcome } from '#server/features/sync/index.ts'
import { anyMember } from '#server/http/routing/route.ts'
import { sendMessages, type SealingContext, type Sent } from './send.ts'
import { utcDate } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { ormOn } from '#server/db/orm.ts'
import { sealGoing } from '#server/features/evidence/index.ts'
import { authorize, type Verdict } from '#server/http/session/authorize.ts'
import { dropFiles } from '#server/ports/blobs/removals.ts'
import { peopleOf, writableChats, type Writable } from './open-chats.ts'
import { presentDeletion } from './present.ts'
import { changeReactions } from './reactions.ts'
import type { OwnMessage } from './messages.sql.ts'
import { eraseMessage, messageRecord } from './write-repo.ts'

/** Each chat decides on its own people; nobody is kept from asking. */
const sendMessage: Applier<NewMessage> = {
  policy: anyMember,
  lane: (message) => laneOf('chat.send', message),
  schema: () => newMessageSchema,
  async apply(context, ops) {
    const sending = ops.map(({ opId, payload }) => ({ id: opId, message: payload }))
    return (await sendMessages(chatContext(context), sending)).map(outcomeOf)
  },
}

const deleteMessage: Applier<MessageDeletion> = {
  policy: anyMember,
  lane: (deletion) => laneOf('chat.delete', deletion),
  schema: () => messageDeletionSchema,
  batchMax: 20,
  async apply(context, ops) {
    const deletions = ops.map(({ payload }) => payload)
    const left = await deleteMessages(chatContext(context), deletions)
    return left.map((each) =>
      typeof each === 'string'
        ? { status: 'rejected', code: each }
        : { status: 'applied', result: each },
    )
  },
}

const reactToMessage: Applier<ReactionChange> = {
  policy: anyMember,
  lane: (change) => laneOf('chat.react', change),
  schema: () => reactionChangeSchema,
  batchMax: 20,
  apply: (context, ops) =>
    changeReactions(
      chatContext(context),
      ops.map(({ payload }) => payload),
    ),
}

/** How the server carries out what a device queued for chats. */
export const chatCommands = {
  'chat.send': sendMessage,
  'chat.delete': deleteMessage,
  'chat.react': reactToMessage,
}

function chatContext({ client, actor, nowMs, evidenceSealer, publish }: ApplyContext) {
  const publishTo = (userIds: readonly string[], chatId: string) =>
    publish(userIds, { type: 'chat', chatId })
  return { client, actor, nowMs, evidenceSealer, publishTo }
}

function outcomeOf(sent: Sent): Outcome {
  switch (sent.status) {
    case 'sent':
      return { status: 'applied', result: sent.receipt }
    case 'refused':
      return { status: 'rejected', code: sent.code }
    case 'later':
      return sent
  }
}

/**
 * Deletes messages of the actor for both people, in the transaction of the caller; a trace of each stays. In a chat that
 * is no longer open nothing is deleted: what was written there may have to be answered for.
 */
async function deleteMessages(
  context: SealingContext,
  deletions: readonly MessageDeletion[],
): Promise<(DeletionReceipt | ProblemCode)[]> {
  const chats = await writableChats(
    context.client,
    context.actor,
    deletions.map(({ chatId }) => chatId),
    utcDate(context.nowMs),
  )
  const outcomes: (DeletionReceipt | ProblemCode)[] = []
  for (const deletion of deletions) {
    outcomes.push(await deleteOne(context, deletion, chats.get(deletion.chatId) ?? 'not_found'))
  }
  return outcomes
}

async function deleteOne(
  { client, actor, nowMs, publishTo, evidenceSealer }: SealingContext,
  { chatId, messageId }: MessageDeletion,
  chat: Writable,
): Promise<DeletionReceipt | ProblemCode> {
  if (typeof chat === 'string') return chat
  const message = await messageRecord(client, chatId, messageId)
  if (!message) return 'not_found'
  const verdict = isSender(actor, message)
  if (verdict !== 'allow') return verdict
  if (message.deletedAt) return presentDeletion(message, message.deletedAt)
  const at = new Date(nowMs)
  await sealGoing(ormOn(client), { messageIds: [message.id] }, { sealer: evidenceSealer, at })
  const erased = await eraseMessage(client, authorize(actor, message, isSender), at)
  if (erased.blobKey) await dropFiles(client, [erased.blobKey], at)
  publishTo(peopleOf(chat), chatId)
  return presentDeletion({ ...message, rev: erased.rev }, erased.at)
}

/** Whoever wrote a message may take it back; the other one reads it, and is told that they may not. */
function isSender(actor: Actor, { senderId }: OwnMessage): Verdict {
  return senderId === actor.userId ? 'allow' : 'forbidden'
}
