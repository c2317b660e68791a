import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { idSchema } from '../id.ts'
import { ownBriefSchema, sharedBriefSchema } from './model.ts'

export const briefApi = {
  ownBriefs: endpoint({
    method: 'GET',
    path: '/me/briefs',
    summary: "One's own session briefs, the newest first, with those that were taken back",
    tag: 'Brief',
    session: 'required',
    reply: { status: 200, schema: v.object({ briefs: v.array(ownBriefSchema) }) },
    problems: ['rate_limited'],
  }),
  listSharedBriefs: endpoint({
    method: 'GET',
    path: '/briefs',
    summary: 'Which sessions have a brief for the caller to read; no look at any of them',
    tag: 'Brief',
    session: 'required',
    reply: { status: 200, schema: v.object({ bookingIds: v.array(idSchema) }) },
    problems: ['rate_limited'],
  }),
  getSharedBrief: endpoint({
    method: 'GET',
    path: '/briefs/{bookingId}',
    summary: 'The brief that a client sent along for a session of the caller; each look is noted',
    tag: 'Brief',
    session: 'required',
    params: v.object({ bookingId: idSchema }),
    reply: { status: 200, schema: sharedBriefSchema },
    problems: ['not_found', 'rate_limited'],
  }),
} as const
