import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { chatIdSchema, countSchema, messageIdSchema } from './ids.ts'

/** The ways to answer a message with one tap. What is stored under a name never changes its meaning. */
export const reactionNames = ['love', 'laugh', 'thanks', 'cheer', 'wow', 'sad'] as const
export type ReactionName = (typeof reactionNames)[number]

/** Somebody's reaction to a message; a name that this build does not know is passed over on screen. */
export const reactionSchema = v.object({ userId: userIdSchema, reaction: v.string() })
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
