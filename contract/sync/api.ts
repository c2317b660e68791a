import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { freeLine } from '../free-text.ts'
import { localDateSchema } from '../local-date.ts'
import { problemCodeSchema } from '../problem.ts'

const opIdSchema = v.pipe(v.string(), v.uuid())

/**
 * An operation as it travels: what the person meant, never a request. `kind` and `payload` are read one by one,
 * so that an operation of a newer build is answered `upgrade_required` and does not sink its neighbours.
 */
export const wireOpSchema = v.strictObject({
  opId: opIdSchema,
  v: v.pipe(v.number(), v.integer(), v.minValue(1)),
  kind: v.pipe(freeLine(), v.maxLength(64)),
  payload: v.unknown(),
  /** The local day and IANA zone of the device at the moment of the tap. */
  localDate: localDateSchema,
  tz: v.pipe(freeLine(), v.maxLength(64)),
})
export type WireOp = v.InferOutput<typeof wireOpSchema>

/** Architecture: a push holds at most this much. */
export const pushOpsMax = 1_000
export const pushBytesMax = 256 * 1024

export const pushRequestSchema = v.strictObject({
  ops: v.pipe(v.array(wireOpSchema), v.minLength(1), v.maxLength(pushOpsMax)),
})

/** What became of one operation. `result` is the kind's stored record, the same on every repeat. */
export const opResultSchema = v.variant('status', [
  v.object({ opId: opIdSchema, status: v.literal('applied'), result: v.unknown() }),
  v.object({ opId: opIdSchema, status: v.literal('duplicate'), result: v.unknown() }),
  v.object({ opId: opIdSchema, status: v.literal('superseded'), result: v.unknown() }),
  v.object({
    opId: opIdSchema,
    status: v.literal('rejected'),
    code: problemCodeSchema,
    message: v.string(),
  }),
  v.object({
    opId: opIdSchema,
    status: v.literal('retry'),
    code: problemCodeSchema,
    afterMs: v.number(),
  }),
  v.object({ opId: opIdSchema, status: v.literal('upgrade_required') }),
])
export type OpResult = v.InferOutput<typeof opResultSchema>

/**
 * Which life of the server's data this is: another one after a restore, which has forgotten what came last. A phone says the
 * last one it knew; where that is another, nothing is applied and everything is answered `retry`, so that the phone first
 * sends again what was forgotten.
 */
export const epochSchema = v.pipe(v.string(), v.uuid())
export const epochHeader = 'x-zync-epoch'

export const pushReplySchema = v.object({
  results: v.array(opResultSchema),
  /** Absent from a server of an earlier build. */
  epoch: v.optional(epochSchema),
})
export type PushReply = v.InferOutput<typeof pushReplySchema>

export const syncApi = {
  pushOps: endpoint({
    method: 'POST',
    path: '/sync/push',
    summary: 'Applies what a device queued, each operation once, and answers for each',
    tag: 'Sync',
    session: 'required',
    body: { type: 'json', schema: pushRequestSchema, bytesMax: pushBytesMax },
    reply: { status: 200, schema: pushReplySchema },
    problems: [],
  }),
} as const
