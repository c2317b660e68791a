import * as v from 'valibot'
import { freeLine, freeText } from '../free-text.ts'
import { addDays, localDateSchema, type LocalDate } from '../local-date.ts'
import { trackerScore, trackerTypeSchema } from './model.ts'
import { noteLettersMax, noteTagsMax, ownTagSchema, withinLetters } from './note.ts'

/** The apps whose tables can be read. Stored for ever: none changes, none goes. */
export const importSources = ['daylio', 'bearable'] as const
export type ImportSource = (typeof importSources)[number]

/** The largest file that is read, and the most rows of it. */
export const importBytesMax = 5 * 1024 * 1024
export const importRowsMax = 20_000

/** Answers in one operation; ten years of four trackers are some seventy of them. */
export const importChunkMax = 200
/** The most of an operation as JSON, in bytes: with long notes it holds fewer answers, and always fits into a push. */
export const importChunkBytesMax = 96 * 1024

/** Imports of one person, those taken back too. */
export const importsMax = 100
export const tooManyImportsText = `You have made ${importsMax} imports. No more are possible.`
export const tooManyImportTagsText =
  'There is no room for all own tags of this import. Undo it and leave out some of its tags.'

/** Answers of another app may be so old, in days of ten years. */
export const importDaysBackMax = 3_653
/** So long an import may have waited on a phone without a network, in days. */
export const importWaitDaysMax = 180

/** Whether a day of another app can be taken over: it is over, and not too long ago. */
export function importableDay(day: LocalDate, today: LocalDate): 'open' | 'too_old' | 'future' {
  if (day < addDays(today, -importDaysBackMax)) return 'too_old'
  return day >= today ? 'future' : 'open'
}

/** An answer of another app, in our words, with what was written beside it there. */
const importedAnswerSchema = v.pipe(
  v.strictObject({
    trackerType: trackerTypeSchema,
    answer: v.pipe(freeLine(), v.maxLength(40)),
    date: localDateSchema,
    ownTags: v.optional(v.pipe(v.array(ownTagSchema), v.maxLength(noteTagsMax))),
    text: v.optional(v.pipe(freeText(), withinLetters(noteLettersMax))),
  }),
  v.check(
    ({ trackerType, answer }) => trackerScore(trackerType, answer) !== undefined,
    'Not an answer of this tracker',
  ),
)
export type ImportedAnswer = v.InferOutput<typeof importedAnswerSchema>

const importIdSchema = v.pipe(v.string(), v.uuid())

/** A part of an import: the payload of `trackers.import`. */
export const trackerImportSchema = v.strictObject({
  importId: importIdSchema,
  source: v.picklist(importSources),
  entries: v.pipe(
    v.array(importedAnswerSchema),
    v.minLength(1),
    v.maxLength(importChunkMax),
    v.check(
      (entries) =>
        new Set(entries.map(({ trackerType, date }) => `${trackerType} ${date}`)).size ===
        entries.length,
      'One answer for a day',
    ),
  ),
})
export type TrackerImport = v.InferOutput<typeof trackerImportSchema>

/** Takes a whole import back: the payload of `trackers.undo_import`. */
export const trackerImportUndoSchema = v.strictObject({ importId: importIdSchema })
export type TrackerImportUndo = v.InferOutput<typeof trackerImportUndoSchema>

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What became of a part. It repeats none of its words. */
export const importReceiptSchema = v.object({
  importId: importIdSchema,
  /** The operation. */
  opId: v.pipe(v.string(), v.uuid()),
  /** Which of its answers were not stored, by their numbers in it: these days had an answer. */
  taken: v.array(count),
})
export type ImportReceipt = v.InferOutput<typeof importReceiptSchema>

/** How many answers went with an import. */
export const importUndoReceiptSchema = v.object({ importId: importIdSchema, removed: count })
export type ImportUndoReceipt = v.InferOutput<typeof importUndoReceiptSchema>

/** An import that was not taken back. */
export const storedImportSchema = v.object({
  importId: importIdSchema,
  /** As it is: a newer server may know an app that this build does not. */
  source: v.string(),
  importedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Answers that are there because of it. */
  entries: count,
})
export type StoredImport = v.InferOutput<typeof storedImportSchema>
