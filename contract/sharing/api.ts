import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint } from '../endpoint.ts'
import { previewSchema, sharingSchema } from './model.ts'

export const sharingApi = {
  getSharing: endpoint({
    method: 'GET',
    path: '/me/sharing',
    summary: 'Who sees what of the caller, and who looked',
    tag: 'Sharing',
    session: 'required',
    reply: { status: 200, schema: sharingSchema },
    problems: [],
  }),
  previewAs: endpoint({
    method: 'GET',
    path: '/me/preview/{viewerId}',
    summary: 'What somebody one has to do with is answered about the caller; it counts as no look',
    tag: 'Sharing',
    session: 'required',
    params: v.object({ viewerId: userIdSchema }),
    reply: { status: 200, schema: previewSchema },
    problems: ['not_found', 'rate_limited'],
  }),
} as const
