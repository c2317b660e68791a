import {
  messageDeletionSchema,
  newMessageSchema,
  type MessageDeletion,
  type NewMessage,
} from '#contract/chat/model.ts'
import { laneOf } from '#contract/lanes.ts'
import type { Applier, ApplyPlace, Outcome } from '#server/features/sync/index.ts'
import { anyMember } from '#server/http/routing/route.ts'
import { deleteMessages } from './delete-messages.ts'
import { sendMessages, type Sent } from './send.ts'

/** Each chat decides on its own people; nobody is kept from asking. */
const sendMessage: Applier<NewMessage> = {
  policy: anyMember,
  lane: (message) => laneOf('chat.send', message),
  schema: () => newMessageSchema,
  async apply(place, ops) {
    const sending = ops.map(({ opId, payload }) => ({ id: opId, message: payload }))
    return (await sendMessages(chatPlace(place), sending)).map(outcomeOf)
  },
}

const deleteMessage: Applier<MessageDeletion> = {
  policy: anyMember,
  lane: (deletion) => laneOf('chat.delete', deletion),
  schema: () => messageDeletionSchema,
  togetherMax: 20,
  async apply(place, ops) {
    const deletions = ops.map(({ payload }) => payload)
    const left = await deleteMessages(chatPlace(place), deletions)
    return left.map((each) =>
      typeof each === 'string'
        ? { status: 'rejected', code: each }
        : { status: 'applied', result: each },
    )
  },
}

/** How the server carries out what a device queued for chats. */
export const chatCommands = { 'chat.send': sendMessage, 'chat.delete': deleteMessage }

function chatPlace({ client, actor, nowMs, evidenceSealer, tell }: ApplyPlace) {
  const tellPeople = (userIds: readonly string[], chatId: string) =>
    tell(userIds, { type: 'chat', chatId })
  return { client, actor, nowMs, evidenceSealer, tellPeople }
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
