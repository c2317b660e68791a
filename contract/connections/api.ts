import * as v from 'valibot'
import { userIdSchema, userTypeSchema } from '../account/model.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { freeText } from '../free-text.ts'
import { nextPageSchema, pageQuery } from '../page.ts'

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
const relations = ['none', 'pending', 'connected', 'ended', 'blocked', 'unavailable'] as const
export type Relation = (typeof relations)[number]

const connectionIdSchema = v.pipe(v.string(), v.uuid())

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
const requestMessageSchema = v.pipe(
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

const idParams = v.object({ id: connectionIdSchema })
const connectionReply = { status: 200, schema: connectionSchema } as const

/** `pending` waits for an answer; `all` is the whole history, newest first. */
const requestsQuery = v.strictObject({
  ...pageQuery,
  state: v.optional(v.picklist(['pending', 'all']), 'pending'),
})

export const connectionsApi = {
  requestConnection: endpoint({
    method: 'POST',
    path: '/connections/request',
    summary: 'Asks a care provider for a connection',
    tag: 'Connections',
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({
        requestedServiceProvider: userIdSchema,
        message: v.optional(requestMessageSchema),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 201, schema: connectionSchema },
    problems: [
      'not_found',
      'request_pending',
      'already_connected',
      'minors_not_seen',
      'rate_limited',
    ],
  }),
  listSentRequests: endpoint({
    method: 'GET',
    path: '/connections/requests/sent',
    summary: 'The requests one has made, newest first',
    tag: 'Connections',
    session: 'required',
    query: requestsQuery,
    reply: {
      status: 200,
      schema: v.object({ requests: v.array(sentRequestSchema), next: nextPageSchema }),
    },
    problems: [],
    texts: failsWith('Failed to fetch pending sent requests'),
  }),
  listReceivedRequests: endpoint({
    method: 'GET',
    path: '/connections/requests/received',
    summary: 'The requests a care provider has been sent, newest first',
    tag: 'Connections',
    session: 'required',
    query: requestsQuery,
    reply: {
      status: 200,
      schema: v.object({ requests: v.array(receivedRequestSchema), next: nextPageSchema }),
    },
    problems: [],
    texts: failsWith('Failed to fetch connection requests'),
  }),
  listFriends: endpoint({
    method: 'GET',
    path: '/connections/friends',
    summary: 'Whom one is connected with, by name',
    tag: 'Connections',
    session: 'required',
    query: v.strictObject(pageQuery),
    reply: {
      status: 200,
      schema: v.object({ friends: v.array(friendSchema), next: nextPageSchema }),
    },
    problems: [],
    texts: failsWith('Failed to fetch friends'),
  }),
  acceptConnection: endpoint({
    method: 'POST',
    path: '/connections/accept/{id}',
    summary: 'Accepts a request that was sent to oneself',
    tag: 'Connections',
    session: 'required',
    params: idParams,
    reply: connectionReply,
    problems: ['not_found', 'already_decided', 'minors_not_seen'],
  }),
  rejectConnection: endpoint({
    method: 'POST',
    path: '/connections/reject/{id}',
    summary: 'Rejects a request that was sent to oneself',
    tag: 'Connections',
    session: 'required',
    params: idParams,
    reply: connectionReply,
    problems: ['not_found', 'already_decided'],
  }),
  removeRequest: endpoint({
    method: 'DELETE',
    path: '/connections/requests/remove/{id}',
    summary: 'Takes a request of oneself back, or ends the connection if it was accepted meanwhile',
    tag: 'Connections',
    session: 'required',
    params: idParams,
    reply: connectionReply,
    problems: ['not_found'],
  }),
  endConnection: endpoint({
    method: 'DELETE',
    path: '/connections/{id}',
    summary: 'Ends a connection, from either side',
    tag: 'Connections',
    session: 'required',
    params: idParams,
    reply: connectionReply,
    problems: ['not_found'],
  }),
} as const
