import * as v from 'valibot'
import { connectionsApi } from '#contract/connections/api.ts'
import { receivedRequestSchema } from '#contract/connections/model.ts'

const { listReceivedRequests } = connectionsApi

/** Spec 7: the list of received requests comes as an object with `requests`, or as a bare array of an older server. */
const eitherShape = v.union([
  listReceivedRequests.reply.schema,
  v.pipe(
    v.array(receivedRequestSchema),
    v.transform((requests) => ({ requests, next: null })),
  ),
])

export const receivedRequestsCall = {
  ...listReceivedRequests,
  reply: { ...listReceivedRequests.reply, schema: eitherShape },
} as const
