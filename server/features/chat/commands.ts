import {
  messageDeletionSchema,
  newMessageSchema,
  type MessageDeletion,
  type NewMessage,
  type DeletionReceipt,
  reactionChangeSchema,
  type ReactionChange,
  type ReactionReceipt,
} from '#contract/chat/model.ts'
import { laneOf } from '#contract/commands.ts'
import { utcDate } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { ormOn } from '#server/db/orm.ts'
import { sealGoing, sealGoingReactions } from '#server/features/evidence/index.ts'
import type { Applier, ApplyContext, Outcome, ReadOp } from '#server/features/sync/index.ts'
import { anyMember } from '#server/http/routing/route.ts'
import { authorize, type Verdict, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { dropFiles } from '#server/ports/blobs/store.ts'
import type { ChatRecord } from './chat.sql.ts'
import {
  type OwnMessage,
  messageTouch,
  reactionDelete,
  reactionInsert,
  reactionOf,
} from './messages.sql.ts'
import { isOwner } from './policy.ts'
import { presentDeletion } from './present.ts'
import { sendMessages, type SealingContext, type Sent, takeTurns } from './send.ts'
import {
  chatsOf,
  forgetNotice,
  otherOf,
  peopleOf,
  writableChats,
  type Writable,
  eraseMessage,
  messageRecord,
  notePace,
  paceOf,
} from './writing.ts'

/** Each chat decides on its own people; nobody is kept from asking. */
const sendMessage: Applier<NewMessage> = {
  policy: anyMember,
  lane: (message) => laneOf('chat.send', message),
  schema: () => newMessageSchema,
  async apply(context, ops) {
    const sending = ops.map(({ opId, payload }) => ({ id: opId, message: payload }))
    return (await sendMessages(chatContext(context), sending)).map(outcomeOf)
  },
  notifyAgain,
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
  notifyAgain,
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
  notifyAgain,
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

async function notifyAgain(
  context: ApplyContext,
  ops: readonly ReadOp<{ readonly chatId: string }>[],
): Promise<void> {
  const { client, actor, publishTo } = chatContext(context)
  const ids = ops.map(({ payload }) => payload.chatId)
  for (const chat of await chatsOf(client, actor, ids)) publishTo(peopleOf(chat), chat.id)
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
  const otherId = otherOf(chat, actor.userId)
  if (otherId !== null) await forgetNotice(client, chat, otherId)
  publishTo(peopleOf(chat), chatId)
  return presentDeletion({ ...message, rev: erased.rev }, erased.at)
}

/** Whoever wrote a message may take it back; the other one reads it, and is told that they may not. */
function isSender(actor: Actor, { senderId }: OwnMessage): Verdict {
  return senderId === actor.userId ? 'allow' : 'forbidden'
}

/**
 * Puts, changes and takes back reactions of one person, in the order given and in the transaction of the caller: the
 * last one of a message stays. They go at the pace of messages, since each wakes the other one's phone as one does.
 */
async function changeReactions(
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
