import * as v from 'valibot'
import { endpoint, failsWith, jsonBytesMax, KIB } from '../endpoint.ts'
import { localDateSchema } from '../local-date.ts'
import { epochSchema } from '../sync/api.ts'
import { forEachTracker } from './catalog.ts'
import { storedImportSchema } from './import.ts'
import { trackerAnswerSchema, trackerEntrySchema, trackerTypeSchema } from './model.ts'
import { storedNoteSchema } from './note.ts'
import { savedPictureSchema, pictureBytesMax, pictureIdSchema, pictureRule } from './picture.ts'

/** The most days of entries one read returns. */
export const latestDaysMax = 366

const checkReplySchema = v.object(forEachTracker(() => v.boolean()))

/** The most notes one read returns. */
export const notesPageMax = 200

export const trackersApi = {
  recordTracker: endpoint({
    method: 'POST',
    path: '/trackers',
    summary: "Records one day's answer; the first answer of a day stands",
    tag: 'Trackers',
    session: 'required',
    body: { type: 'json', schema: trackerAnswerSchema, bytesMax: jsonBytesMax },
    reply: { status: 201, schema: trackerEntrySchema },
    problems: ['already_answered', 'date_out_of_range', 'op_reused'],
    texts: failsWith('Failed to submit answer'),
  }),
  checkTrackers: endpoint({
    method: 'GET',
    path: '/trackers/check',
    summary: 'Which trackers are answered on a day',
    tag: 'Trackers',
    session: 'required',
    query: v.strictObject({
      /** The day as the device sees it; the server's UTC day when absent. */
      date: v.optional(localDateSchema),
    }),
    reply: { status: 200, schema: checkReplySchema },
    problems: [],
  }),
  latestTrackerEntries: endpoint({
    method: 'GET',
    path: '/trackers/entries/{type}/latest',
    summary: "A tracker's newest days, oldest first",
    tag: 'Trackers',
    session: 'required',
    params: v.object({ type: trackerTypeSchema }),
    query: v.strictObject({
      /** How many of the newest answered days. */
      days: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^\d+$/),
          v.transform(Number),
          v.minValue(1),
          v.maxValue(latestDaysMax),
        ),
        '90',
      ),
      /** Only days before this one: a year is read from the first day of the next. */
      before: v.optional(localDateSchema),
    }),
    reply: { status: 200, schema: v.array(trackerEntrySchema) },
    problems: [],
  }),
  trackerNotes: endpoint({
    method: 'GET',
    path: '/trackers/notes',
    summary: 'What one has written beside answers and changed since, in the order of the writes',
    tag: 'Trackers',
    session: 'required',
    query: v.strictObject({
      /** The version of the last write that the device knows. */
      since: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)), '0'),
    }),
    reply: {
      status: 200,
      schema: v.object({
        notes: v.array(storedNoteSchema),
        /** The life of the server's data: numbers of another one say nothing. */
        epoch: epochSchema,
      }),
    },
    problems: [],
  }),
  putTrackerPicture: endpoint({
    method: 'POST',
    path: '/trackers/pictures',
    summary:
      'Uploads a picture before the operation that keeps it; again for the same id, it stays the first',
    tag: 'Trackers',
    session: 'required',
    body: {
      type: 'multipart',
      schema: v.object({ id: pictureIdSchema }),
      bytesMax: pictureBytesMax + 64 * KIB,
      files: { file: pictureRule },
    },
    reply: { status: 201, schema: v.object({ id: pictureIdSchema }) },
    problems: ['invalid_file', 'upload_incomplete', 'op_reused', 'rate_limited', 'busy'],
  }),
  trackerPictures: endpoint({
    method: 'GET',
    path: '/trackers/pictures',
    summary: 'Which pictures the account of the caller keeps, oldest day first',
    tag: 'Trackers',
    session: 'required',
    reply: {
      status: 200,
      schema: v.object({
        pictures: v.array(savedPictureSchema),
        /** The life of the server's data: one that was restored may have forgotten some. */
        epoch: epochSchema,
      }),
    },
    problems: [],
  }),
  getTrackerPicture: endpoint({
    method: 'GET',
    path: '/trackers/pictures/{id}',
    summary: 'A picture that the account of the caller keeps',
    tag: 'Trackers',
    session: 'required',
    params: v.object({ id: pictureIdSchema }),
    reply: { status: 200, schema: v.unknown(), type: 'file' },
    problems: ['not_found'],
  }),
  trackerImports: endpoint({
    method: 'GET',
    path: '/trackers/imports',
    summary: 'What one has brought from other apps and not taken back, the newest first',
    tag: 'Trackers',
    session: 'required',
    reply: { status: 200, schema: v.object({ imports: v.array(storedImportSchema) }) },
    problems: [],
  }),
} as const
