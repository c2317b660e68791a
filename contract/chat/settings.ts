import * as v from 'valibot'
import { awayHoursSchema } from './away.ts'

/** What a person lets others know of them; all of it is off until they choose. */
export const chatSettingsSchema = v.strictObject({
  /** Whoever they chat with sees how far they have read. */
  readReceipts: v.boolean(),
  /** Whoever they chat with sees that they are writing. */
  typing: v.boolean(),
  /** Providers alone have them. */
  away: v.nullable(awayHoursSchema),
})
export type ChatSettings = v.InferOutput<typeof chatSettingsSchema>

export const defaultChatSettings: ChatSettings = { readReceipts: false, typing: false, away: null }

/** While somebody writes, their phone says so this often at most; without it the word is old after twice as long. */
export const typingEveryMs = 4_000
