import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, jsonBytesMax } from '../endpoint.ts'
import { nextPageSchema, pageQuery } from '../page.ts'

/** What a person is told of. A feature adds its kind here and calls `tell` of `server/features/notices`. */
export const noticeKinds = [
  'connection.requested',
  'connection.accepted',
  /** About a chat; one for all its unread messages. */
  'message.received',
  /** About a session: who booked, moved or cancelled it, or with whom it is coming up. */
  'booking.booked',
  'booking.moved',
  'booking.cancelled',
  /** About a session for which another time was proposed; what the client said to it. */
  'booking.proposed',
  'booking.accepted',
  'booking.declined',
  /** About a session that neither of the two cancelled, or whose client is gone; the person is the reader themself. */
  'booking.withdrawn',
  /** About a session whose provider is gone; the person is the reader themself. */
  'booking.provider_left',
  'booking.reminder',
  /** About a link for others to pay with: somebody paid, or the price is another one; the person is the reader themself. */
  'payment.paid',
  'payment.changed',
  /** About a purchase of which sessions are left whose provider is gone; the person is the reader themself. */
  'payment.provider_left',
  /** Google lets Zync into the provider's calendar no longer; the person is the reader themself. */
  'calendar.expired',
  /** About a reading pack, by the reader's own id of it. */
  'pack.received',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A device has so many of the newest; whether one of these changed is what a stream of events says first. */
export const noticesStoredMax = 50

/** One thing that happened to a person; a kind that this build does not know is shown as its sentence without a link. */
export const noticeSchema = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  kind: v.string(),
  /** What it is about: the connection's id, or what the kind's feature says. */
  aboutId: v.pipe(v.string(), v.uuid()),
  /** Who did it. */
  person: v.object({
    id: userIdSchema,
    firstname: v.string(),
    lastname: v.string(),
    userType: v.string(),
    profileImg: v.nullable(v.string()),
  }),
  createdAt: v.string(),
  read: v.boolean(),
})
export type Notice = v.InferOutput<typeof noticeSchema>

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
