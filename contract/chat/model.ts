import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { freeText } from '../free-text.ts'
import { idSchema } from '../id.ts'
import { fileNameSchema, messageFileSchema } from './file.ts'
import { awayHoursSchema } from './settings.ts'

/** The longest message, in UTF-16 units as JavaScript counts. */
export const messageCharsMax = 4_000

/** Spec 5. */
const nothingToSendText = 'A message needs text or a file'

/** Made on the device: the same id twice is one message. */
export const messageIdSchema = idSchema

export const chatIdSchema = idSchema

/** A place in a chat, and the number of a change in it: both are given under the chat's row lock, in commit order. */
const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Somebody's reaction to a message; a name that this build does not know is passed over on screen. */
const reactionSchema = v.object({ userId: userIdSchema, reaction: v.string() })

/**
 * Spec 3. `seq` is its place in the chat and never changes. `rev` is the number of its last change: equal to `seq` until
 * somebody reacts to it or deletes it, so that whoever reads on from the newest `rev` they know misses nothing.
 */
export const messageSchema = v.object({
  _id: messageIdSchema,
  chatId: chatIdSchema,
  seq: countSchema,
  rev: countSchema,
  /** Null once the account of whoever wrote it is deleted. */
  senderId: v.nullable(userIdSchema),
  /** Empty where a file stands alone, and of a deleted message. */
  content: v.string(),
  /** Below `/api`; fetched with the bearer. Ends like the file: `.webp` for every image. */
  fileUrl: v.nullable(v.string()),
  file: v.nullable(messageFileSchema),
  /** The server's moment of its arrival. */
  timestamp: v.string(),
  /** Set on the trace that a deleted message leaves: its text and file are gone. */
  deletedAt: v.nullable(v.string()),
  /** On a trace of what an adult wrote to a minor: until when a report can still show what is locked away of it. */
  sealedUntil: v.optional(v.string()),
  /** The message that it answers, by its place too: a device may not have read as far back. */
  replyTo: v.optional(v.object({ _id: messageIdSchema, seq: countSchema })),
  /** One of each person at most; absent where there is none. */
  reactions: v.optional(v.array(reactionSchema)),
})

export type Message = v.InferOutput<typeof messageSchema>

const memberSchema = v.object({
  _id: userIdSchema,
  firstname: v.string(),
  lastname: v.string(),
  username: v.string(),
  profileImg: v.nullable(v.string()),
})

export type ChatMember = v.InferOutput<typeof memberSchema>

/**
 * `open` takes messages; every other state is read-only. `blocked`: the reader blocked the other (who reads `ended`).
 * `unavailable`: the provider is not verified at the moment or does not see people of the reader's age, or an account is
 * closed.
 */
export const chatStates = ['open', 'ended', 'blocked', 'unavailable'] as const

export type ChatState = (typeof chatStates)[number]

/** Spec 3, as one of its two people sees it. */
export const chatSchema = v.object({
  _id: chatIdSchema,
  /** One alone once the other has deleted their account. */
  members: v.array(memberSchema),
  state: v.picklist(chatStates),
  /** Whom the provider of an `unavailable` chat does not see at the moment; the reader is one of them. */
  closedTo: v.optional(v.nullable(v.picklist(['minors']))),
  /** `own`: the other one blocked the reader, who has nothing here but what they wrote themself. */
  reads: v.optional(v.picklist(['all', 'own'])),
  /** The number of the newest change: a device that has read up to here has everything. */
  rev: countSchema,
  lastMessage: v.nullable(messageSchema),
  /** Messages of the other one behind `readSeq`, counted up to `unreadMax`; none of somebody whom the reader has blocked. */
  unread: countSchema,
  /** How far the reader has read, on whichever device. */
  readSeq: countSchema,
  /** How far the other has read; null while they do not share it, and in a chat that is not `open`. */
  seenSeq: v.nullable(countSchema),
  /** When the other, a provider, does not read; null for always. A device that does not know their time zone has none. */
  away: v.fallback(v.nullable(awayHoursSchema), null),
  /**
   * Between an adult and somebody under 18: whose deleted words are locked away for a time, the reader's or the other's. The
   * adult has it while the chat is `open`.
   */
  evidence: v.optional(v.picklist(['mine', 'theirs'])),
  createdAt: v.string(),
})

export type Chat = v.InferOutput<typeof chatSchema>

/** What a chat tells its reader of the other one, beside the messages. */
export const chatMemberViewSchema = v.object({
  member: memberSchema,
  ...v.pick(chatSchema, ['seenSeq', 'away']).entries,
})
export type ChatMemberView = v.InferOutput<typeof chatMemberViewSchema>

/** Shown as '99+'. */
export const unreadMax = 100

/** What somebody sends: the payload of `chat.send`. The id of the operation becomes the message's. */
export const newMessageSchema = v.pipe(
  v.strictObject({
    chatId: chatIdSchema,
    content: v.pipe(
      freeText(),
      v.maxLength(messageCharsMax, `At most ${messageCharsMax} characters`),
    ),
    /** The file was uploaded before, under the message's id. */
    file: v.optional(v.strictObject({ name: fileNameSchema })),
    /** The message of the same chat that it answers; it may be deleted meanwhile. */
    replyTo: v.optional(messageIdSchema),
  }),
  v.forward(
    v.check((message) => message.content !== '' || message.file !== undefined, nothingToSendText),
    ['content'],
  ),
)

export type NewMessage = v.InferOutput<typeof newMessageSchema>

/** What stands of a message that was sent; its words are the sender's own. */
export const messageReceiptSchema = v.pick(messageSchema, [
  '_id',
  'chatId',
  'seq',
  'rev',
  'fileUrl',
  'file',
  'timestamp',
  'replyTo',
])

export type MessageReceipt = v.InferOutput<typeof messageReceiptSchema>

/** Which message of one's own goes: the payload of `chat.delete`. */
export const messageDeletionSchema = v.strictObject({
  chatId: chatIdSchema,
  messageId: messageIdSchema,
})

export type MessageDeletion = v.InferOutput<typeof messageDeletionSchema>

/** What becomes of a deleted message. */
export const deletionReceiptSchema = v.object({
  _id: messageIdSchema,
  chatId: chatIdSchema,
  rev: countSchema,
  deletedAt: v.string(),
})

export type DeletionReceipt = v.InferOutput<typeof deletionReceiptSchema>

/** The ways to answer a message with one tap. What is stored under a name never changes its meaning. */
export const reactionNames = ['love', 'laugh', 'thanks', 'cheer', 'wow', 'sad'] as const

export type ReactionName = (typeof reactionNames)[number]

export type Reaction = v.InferOutput<typeof reactionSchema>

/** One's reaction to a message, in the place of an earlier one; null takes it back: the payload of `chat.react`. */
export const reactionChangeSchema = v.strictObject({
  chatId: chatIdSchema,
  messageId: messageIdSchema,
  reaction: v.nullable(v.picklist(reactionNames)),
})

export type ReactionChange = v.InferOutput<typeof reactionChangeSchema>

/** What stands of a reaction that has arrived. */
export const reactionReceiptSchema = v.object({
  _id: messageIdSchema,
  chatId: chatIdSchema,
  /** The message's last change, which may be an earlier one where nothing changed. */
  rev: countSchema,
  reaction: v.nullable(v.string()),
})

export type ReactionReceipt = v.InferOutput<typeof reactionReceiptSchema>

/** A reaction in words, where no face is drawn. */
export const reactionWords: Readonly<Record<ReactionName, string>> = {
  love: 'Love it',
  laugh: 'Haha',
  thanks: 'Thank you',
  cheer: 'Well done',
  wow: 'Wow',
  sad: 'Feeling with you',
}

/** A name as it is stored, or undefined for one of a newer build. */
export function knownReaction(name: string | null): ReactionName | undefined {
  return reactionNames.find((each) => each === name)
}
