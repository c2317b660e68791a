import * as v from 'valibot'
import { userIdSchema, userTypeSchema } from '../account/model.ts'
import { freeText } from '../free-text.ts'

/**
 * Where a connection stands. A young person or a parent asks (`pending`); the provider accepts or rejects; whoever asked
 * removes the request; either side ends what was accepted.
 */
export const connectionStates = ['pending', 'accepted', 'rejected', 'removed', 'ended'] as const
export type ConnectionState = (typeof connectionStates)[number]
export const connectionStateSchema = v.picklist(connectionStates)

/** The states of which two people have at most one: the database holds it. */
export const liveStates = ['pending', 'accepted'] as const satisfies readonly ConnectionState[]

/**
 * What two people are to one another. `ended`: they were connected once and are not now. `blocked`: one of them blocked
 * the other, and neither sees or reaches the other, whatever was before. `unavailable`: one is under 18, and the other
 * a provider who does not see people under 18 at the moment; it comes and goes, and what was before stays beneath it.
 */
export const relations = [
  'none',
  'pending',
  'connected',
  'ended',
  'blocked',
  'unavailable',
] as const
export type Relation = (typeof relations)[number]

export const connectionIdSchema = v.pipe(v.string(), v.uuid())

/** A connection by itself: what every change of one answers. */
export const connectionSchema = v.object({
  _id: connectionIdSchema,
  status: connectionStateSchema,
  /** Who asked. */
  fromUserId: userIdSchema,
  /** The provider who was asked. */
  toUserId: userIdSchema,
  createdAt: v.string(),
  answeredAt: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
})
export type Connection = v.InferOutput<typeof connectionSchema>

/** A sentence that goes with a request. */
export const requestMessageCharsMax = 300
export const requestMessageSchema = v.pipe(
  freeText(),
  v.maxLength(requestMessageCharsMax, `At most ${requestMessageCharsMax} characters`),
)

/** What whoever asked wrote along; null where nothing was, and once the request is over. */
const storedMessage = v.optional(v.nullable(v.string()))

/** Spec 3: a connected person, as each sees the other in a list. */
export const friendSchema = v.object({
  id: userIdSchema,
  firstname: v.string(),
  lastname: v.string(),
  userType: userTypeSchema,
  specialization: v.nullable(v.string()),
  profileImg: v.nullable(v.string()),
  connectionId: connectionIdSchema,
  /** When the provider accepted. */
  since: v.string(),
  /** True while the provider does not see people under 18, and the reader is one. */
  unavailable: v.optional(v.boolean()),
})
export type Friend = v.InferOutput<typeof friendSchema>

/** A request as whoever asked sees it. */
export const sentRequestSchema = v.object({
  ...connectionSchema.entries,
  toUser: v.object({
    id: userIdSchema,
    firstname: v.string(),
    lastname: v.string(),
    specialization: v.nullable(v.string()),
    profileImg: v.nullable(v.string()),
  }),
  message: storedMessage,
  /** As of a friend. */
  unavailable: v.optional(v.boolean()),
})
export type SentRequest = v.InferOutput<typeof sentRequestSchema>

/** A request as the provider sees it: of the age, only whether it is below 18. */
export const receivedRequestSchema = v.object({
  ...connectionSchema.entries,
  fromUser: v.object({
    id: userIdSchema,
    firstname: v.string(),
    lastname: v.string(),
    userType: userTypeSchema,
    bio: v.nullable(v.string()),
    profileImg: v.nullable(v.string()),
    isMinor: v.boolean(),
  }),
  message: storedMessage,
})
export type ReceivedRequest = v.InferOutput<typeof receivedRequestSchema>
