import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

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
