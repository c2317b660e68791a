import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { epochSchema } from '../sync/api.ts'

const chatIdSchema = v.pipe(v.string(), v.uuid())

/**
 * How what a phone reads again stands at the moment, each as a text that changes with it: whoever has read it since it was
 * so has nothing to read. One that is missing is read.
 */
const headsSchema = v.object({
  /** One's chats with their last changes, and whatever decides about them between the two people of each. */
  chats: v.optional(v.string()),
  notices: v.optional(v.string()),
})
export type Heads = v.InferOutput<typeof headsSchema>

/**
 * What the server tells a phone over its live stream: that something changed, never what. The phone reads it again
 * through the ordinary calls, so that an event that is lost, late or doubled harms nothing.
 */
export const liveEventSchema = v.variant('type', [
  /** Anything may have changed: the first event of every stream, and the one after a gap. */
  v.object({ type: v.literal('resync'), heads: v.optional(headsSchema) }),
  /** Which life of the server's data this is (`contract/sync/api.ts`). */
  v.object({ type: v.literal('epoch'), epoch: epochSchema }),
  /** One's connections and requests, and with them the list of chats: a new one, or one that changed. */
  v.object({ type: v.literal('connections') }),
  /** Somebody looked at what is one's own, or shows one something or no longer does. */
  v.object({ type: v.literal('sharing') }),
  /** What one is told of on the dashboard. */
  v.object({ type: v.literal('notices') }),
  /** A message, a deletion or a read mark in one chat, and with them the notice of its messages. */
  v.object({ type: v.literal('chat'), chatId: chatIdSchema }),
  /** The other person of a chat is writing; there is nothing to read again. */
  v.object({ type: v.literal('typing'), chatId: chatIdSchema }),
])
export type LiveEvent = v.InferOutput<typeof liveEventSchema>

/** Longer than this no phone waits before it comes back, whatever a server says. */
export const spreadMsMax = 300_000

/**
 * What a stream begins with: the event that its person was last told of a moment before, and the milliseconds since then.
 * Their page may have read earlier than that.
 */
const recentEventSchema = v.object({
  type: v.literal('recent'),
  of: v.picklist(['connections', 'sharing']),
  agoMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
export type RecentEvent = v.InferOutput<typeof recentEventSchema>

/**
 * What a stream carries: what happened shortly before it, what changes, and at its end that this process goes and how long
 * to spread the way back over.
 */
export const streamEventSchema = v.variant('type', [
  ...liveEventSchema.options,
  recentEventSchema,
  v.object({
    type: v.literal('bye'),
    spreadMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(spreadMsMax)),
  }),
])
export type StreamEvent = v.InferOutput<typeof streamEventSchema>

/** A line of life this often, so that a dead connection is noticed on both sides. */
export const heartbeatMs = 25_000

export const eventsApi = {
  liveEvents: endpoint({
    method: 'GET',
    path: '/events',
    summary:
      'A stream of live events (server-sent events): ids only, the caller reads again what they name',
    tag: 'Events',
    session: 'required',
    reply: { status: 200, schema: v.unknown(), type: 'stream' },
    problems: [],
  }),
} as const
