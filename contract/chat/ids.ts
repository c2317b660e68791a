import * as v from 'valibot'

export const chatIdSchema = v.pipe(v.string(), v.uuid(), v.toLowerCase())
/** Made on the device: the same id twice is one message. */
export const messageIdSchema = v.pipe(v.string(), v.uuid(), v.toLowerCase())

/** A place in a chat, and the number of a change in it: both are given under the chat's row lock, in commit order. */
export const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0))
