import * as v from 'valibot'
import { endpoint, jsonBytesMax } from '../endpoint.ts'
import { nextPageSchema, pageQuery } from '../page.ts'
import { noticeSchema } from './model.ts'

export const noticesApi = {
  listNotices: endpoint({
    method: 'GET',
    path: '/notices',
    summary: 'What happened to one, newest first',
    tag: 'Notices',
    session: 'required',
    query: v.strictObject(pageQuery),
    reply: {
      status: 200,
      schema: v.object({
        notices: v.array(noticeSchema),
        /** How many are unread, on the other pages too. */
        unread: v.pipe(v.number(), v.integer()),
        next: nextPageSchema,
      }),
    },
    problems: [],
  }),
  readNotices: endpoint({
    method: 'POST',
    path: '/notices/read',
    summary: 'Marks notices as read: those of a moment and before',
    tag: 'Notices',
    session: 'required',
    body: {
      type: 'json',
      /** The `createdAt` of the newest notice that was on screen. */
      schema: v.strictObject({ upTo: v.pipe(v.string(), v.isoTimestamp()) }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 204, schema: v.undefined() },
    problems: [],
  }),
} as const
