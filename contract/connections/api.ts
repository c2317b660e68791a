import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { nextPageSchema, pageQuery } from '../page.ts'
import {
  connectionIdSchema,
  connectionSchema,
  friendSchema,
  receivedRequestSchema,
  requestMessageSchema,
  sentRequestSchema,
} from './model.ts'

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
