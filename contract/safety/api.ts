import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { messageFileSchema, type ChatFileKind } from '../chat/file.ts'
import { messageIdSchema } from '../chat/model.ts'
import { endpoint, jsonBytesMax } from '../endpoint.ts'
import { freeText } from '../free-text.ts'
import { itemIdSchema } from '../library/model.ts'
import { nextPageSchema, pageQuery } from '../page.ts'

/** Whom one wants nothing to do with: the body of `POST /blocks` and the payload of `safety.block`. */
export const blockRequestSchema = v.strictObject({ userId: userIdSchema })
export type BlockRequest = v.InferOutput<typeof blockRequestSchema>

/** A block as whoever made it sees it; `name` is that of the other, for the list in the settings. */
export const blockSchema = v.object({
  userId: userIdSchema,
  name: v.string(),
  createdAt: v.string(),
})
export type Block = v.InferOutput<typeof blockSchema>

export const reportReasons = [
  'harm',
  'sexual',
  'harassment',
  'contactOutside',
  'falseIdentity',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

/**
 * What can be reported. A feature adds its kind here, and the server does not compile until it can say who may see such
 * a thing and what a copy of it holds (`server/features/safety/snapshots.ts`).
 */
const reportTargetSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('person'), id: userIdSchema }),
  /** A message of the other one, in a chat of one's own; also one that was deleted. */
  v.strictObject({ kind: v.literal('message'), id: messageIdSchema }),
  /** What somebody else published and one may read. */
  v.strictObject({ kind: v.literal('article'), id: itemIdSchema }),
  v.strictObject({ kind: v.literal('video'), id: itemIdSchema }),
  /** A reading pack that one was sent, by one's own id of it; also one that was taken back. */
  v.strictObject({ kind: v.literal('pack'), id: itemIdSchema }),
  /** What somebody proposed for one's own safety plan. */
  v.strictObject({ kind: v.literal('proposal'), id: itemIdSchema }),
])
export type ReportTarget = v.InferOutput<typeof reportTargetSchema>

export const reportNoteCharsMax = 2_000

/** A report is deleted so many days after it was resolved or dismissed. */
export const reportDaysMax = 365

/** What somebody reports: the body of `POST /reports` and the payload of `safety.report`. */
export const reportRequestSchema = v.strictObject({
  target: reportTargetSchema,
  reason: v.picklist(reportReasons),
  note: v.optional(v.pipe(freeText(), v.maxLength(reportNoteCharsMax)), ''),
})
export type ReportRequest = v.InferOutput<typeof reportRequestSchema>

/** `open` until a superAdmin takes it up; `resolved` and `dismissed` are the two ends. */
export const reportStates = ['open', 'inReview', 'resolved', 'dismissed'] as const
export type ReportState = (typeof reportStates)[number]

/** A report as whoever made it sees it. */
export const ownReportSchema = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  state: v.picklist(reportStates),
  createdAt: v.string(),
})
export type OwnReport = v.InferOutput<typeof ownReportSchema>

/** Messages on each side of a reported one that go with its report. */
export const reportedAroundMax = 5

/** A message that went with a report, as it was at that moment. */
export const reportedMessageSchema = v.object({
  _id: messageIdSchema,
  /** Whether the report is about this one; the others stand around it. */
  reported: v.boolean(),
  byReporter: v.boolean(),
  /** Empty where a file stands alone, and of a deleted message that was not locked away. */
  text: v.string(),
  sentAt: v.string(),
  /** Set where it had been deleted: its words are then those that were locked away. */
  deletedAt: v.nullable(v.string()),
  file: v.nullable(
    v.object({
      ...v.pick(messageFileSchema, ['name', 'kind', 'bytes']).entries,
      /** Whether the file itself went with the report; of the messages around only the names do. */
      attached: v.boolean(),
    }),
  ),
})
export type ReportedMessage = v.InferOutput<typeof reportedMessageSchema>

/** The kinds that a superAdmin can open: nothing else of what somebody reported reaches their machine. */
export function opensInReport(kind: ChatFileKind): boolean {
  return kind === 'webp' || kind === 'pdf'
}

const personSchema = v.object({
  id: userIdSchema,
  firstname: v.string(),
  lastname: v.string(),
  userType: v.string(),
})

/** A report as a superAdmin sees it. */
const reportSchema = v.object({
  ...ownReportSchema.entries,
  target: v.object({ kind: v.string(), id: v.string() }),
  reason: v.picklist(reportReasons),
  note: v.string(),
  /** What the reporter could see when they reported it, by the field's name; it changes no more. */
  snapshot: v.record(v.string(), v.unknown()),
  /**
   * Of a message: itself with those around it. Of a person: what was locked away of what one of the two wrote to the
   * other. Oldest first.
   */
  messages: v.array(reportedMessageSchema),
  /** False where the key that it was sealed with is gone: `note`, `snapshot` and `messages` are then empty. */
  readable: v.boolean(),
  /** Null once the person has deleted their account. */
  reporter: v.nullable(personSchema),
  subject: v.nullable(v.object({ ...personSchema.entries, suspended: v.boolean() })),
  handledAt: v.nullable(v.string()),
  handlingNote: v.nullable(v.string()),
  /** When it is deleted with everything in it; null while it is not decided. */
  expiresAt: v.nullable(v.string()),
})
export type Report = v.InferOutput<typeof reportSchema>

/** What waits for superAdmins: reviews of care providers, and reports that nobody has looked at. */
const waitingSchema = v.object({
  reviews: v.pipe(v.number(), v.integer()),
  reports: v.pipe(v.number(), v.integer()),
})
export type Waiting = v.InferOutput<typeof waitingSchema>

/** What a superAdmin decides about a report. */
const reportDecisionSchema = v.strictObject({
  state: v.picklist(['inReview', 'resolved', 'dismissed']),
  note: v.optional(v.pipe(freeText(), v.maxLength(reportNoteCharsMax)), ''),
  /** Closes the account of the person it is about, or opens it again; left out, it stays as it is. */
  suspend: v.optional(v.boolean()),
})
export type ReportDecision = v.InferOutput<typeof reportDecisionSchema>

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
