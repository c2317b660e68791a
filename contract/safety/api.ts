import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { messageIdSchema } from '../chat/model.ts'
import { endpoint, jsonBytesMax } from '../endpoint.ts'
import { nextPageSchema, pageQuery } from '../page.ts'
import {
  blockRequestSchema,
  blockSchema,
  ownReportSchema,
  reportDecisionSchema,
  reportRequestSchema,
  reportSchema,
  reportStates,
  waitingSchema,
} from './model.ts'

export const safetyApi = {
  blockPerson: endpoint({
    method: 'POST',
    path: '/blocks',
    summary: 'Blocks a person: what joined the two ends, and neither sees or reaches the other',
    tag: 'Safety',
    session: 'required',
    body: { type: 'json', schema: blockRequestSchema, bytesMax: jsonBytesMax },
    reply: { status: 201, schema: blockSchema },
    problems: ['not_found', 'op_reused'],
  }),
  unblockPerson: endpoint({
    method: 'DELETE',
    path: '/blocks/{userId}',
    summary: 'Takes a block of oneself back; what ended by it stays ended',
    tag: 'Safety',
    session: 'required',
    params: v.object({ userId: userIdSchema }),
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found'],
  }),
  listBlocks: endpoint({
    method: 'GET',
    path: '/blocks',
    summary: 'Whom one has blocked, newest first',
    tag: 'Safety',
    session: 'required',
    query: v.strictObject(pageQuery),
    reply: {
      status: 200,
      schema: v.object({ blocks: v.array(blockSchema), next: nextPageSchema }),
    },
    problems: [],
  }),
  report: endpoint({
    method: 'POST',
    path: '/reports',
    summary: 'Reports a person or a thing, with a copy of what one sees of it',
    tag: 'Safety',
    session: 'required',
    body: { type: 'json', schema: reportRequestSchema, bytesMax: jsonBytesMax },
    reply: { status: 201, schema: ownReportSchema },
    problems: ['not_found', 'rate_limited', 'op_reused'],
  }),
  listReports: endpoint({
    method: 'GET',
    path: '/admin/reports',
    summary: 'Reports, oldest first',
    tag: 'Admin',
    session: 'required',
    query: v.strictObject({ ...pageQuery, state: v.optional(v.picklist(reportStates)) }),
    reply: {
      status: 200,
      schema: v.object({ reports: v.array(reportSchema), next: nextPageSchema }),
    },
    problems: [],
  }),
  countWaiting: endpoint({
    method: 'GET',
    path: '/admin/waiting',
    summary: 'How many reviews and reports wait for a superAdmin',
    tag: 'Admin',
    session: 'required',
    reply: { status: 200, schema: waitingSchema },
    problems: [],
  }),
  handleReport: endpoint({
    method: 'POST',
    path: '/admin/reports/{id}',
    summary: 'Notes what was decided about a report',
    tag: 'Admin',
    session: 'required',
    params: v.object({ id: v.pipe(v.string(), v.uuid()) }),
    body: { type: 'json', schema: reportDecisionSchema, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: reportSchema },
    problems: ['not_found', 'proof_required'],
  }),
  getReportFile: endpoint({
    method: 'GET',
    path: '/admin/reports/{id}/files/{messageId}',
    summary: 'The file of a reported message, an image or a PDF, to be saved',
    tag: 'Admin',
    session: 'required',
    params: v.object({ id: v.pipe(v.string(), v.uuid()), messageId: messageIdSchema }),
    reply: { status: 200, schema: v.unknown(), type: 'file' },
    problems: ['not_found'],
  }),
} as const
