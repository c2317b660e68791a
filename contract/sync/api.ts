import { endpoint } from '../endpoint.ts'
import { pushBytesMax, pushReplySchema, pushRequestSchema } from './model.ts'

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
