import * as v from 'valibot'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { localDateSchema } from '../local-date.ts'
import { epochSchema } from '../sync/model.ts'
import { forEachTracker } from './catalog.ts'
import { trackerAnswerSchema, trackerEntrySchema, trackerTypeSchema } from './model.ts'
import { storedNoteSchema } from './note.ts'

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
} as const
