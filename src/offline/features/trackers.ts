import * as v from 'valibot'
import { laneOf } from '#contract/commands.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import {
  trackerAnswerSchema,
  trackerEntrySchema,
  type TrackerAnswer,
  type TrackerEntry,
} from '#contract/trackers/model.ts'
import {
  noteReceiptSchema,
  replacedBy,
  trackerNoteSchema,
  type NoteReceipt,
  type NoteWords,
  type StoredNote,
} from '#contract/trackers/note.ts'
import type { Kind } from '#src/offline/engine/outbox-row.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { readWaitingImports } from './tracker-imports.ts'

export const trackersRecord: Kind<'trackers.record', TrackerEntry> = {
  tables: (db) => [db.trackerEntries],

  async admit(db, answer) {
    const known = await knownAnswer(db, answer)
    return known ? 'already_answered' : 'ok'
  },

  async settle(db, results) {
    // A day that several operations named is written once, as the last of them left it: writing is what takes time here.
    const byDay = new Map(results.map((entry) => [`${entry.trackerType} ${entry.day}`, entry]))
    await db.trackerEntries.bulkPut([...byDay.values()])
  },

  /** An entry has the id of the operation that made it. */
  async found(db, found) {
    const others = found.filter(({ opId, result }) => result.id !== opId)
    if (others.length > 0)
      await noteSuperseded(
        db,
        others.map(({ result }) => result),
      )
  },

  async inVain(db, found) {
    const imported = found.filter(({ result }) => result.importId !== undefined)
    if (imported.length === 0) return []
    const { undone } = await readWaitingImports(db)
    return imported.flatMap(({ opId, result }) => (undone.has(result.importId ?? '') ? [opId] : []))
  },

  resultSchema: trackerEntrySchema,
}

/** Whether this device knows of an answer for a day: the server's entry, or one that still waits to be sent. */
export async function isDayAnswered(
  db: UserDatabase,
  trackerType: TrackerType,
  date: LocalDate,
): Promise<boolean> {
  return (await knownAnswer(db, { trackerType, date, answer: '' })) !== undefined
}

async function knownAnswer(db: UserDatabase, { trackerType, date, answer }: TrackerAnswer) {
  const entry = await db.trackerEntries.get([trackerType, date])
  // What is about to go with its import leaves the day open: the undo is in front of whatever is tapped now.
  if (entry && !(await isBeingUndone(db, entry))) return entry.answer
  const lane = laneOf('trackers.record', { trackerType, date, answer })
  const waiting = await db.outbox.where('lane').equals(lane).toArray()
  return waiting
    .filter((row) => row.state !== 'dead')
    .map((row) => v.safeParse(trackerAnswerSchema, row.payload))
    .find((parsed) => parsed.success && parsed.output.date === date)?.output
}

async function isBeingUndone(db: UserDatabase, { importId }: TrackerEntry): Promise<boolean> {
  return importId !== undefined && (await readWaitingImports(db)).undone.has(importId)
}

/** Notes that these answers have replaced some given here, each day once; inside a user transaction. */
export async function noteSuperseded(
  db: UserDatabase,
  entries: readonly TrackerEntry[],
): Promise<void> {
  const unseen = await supersededAnswers(db)
  const byDay = new Map(
    [...unseen, ...entries].map((each) => [`${each.trackerType} ${each.day}`, each]),
  )
  await db.meta.put({ key: 'supersededAnswers', entries: [...byDay.values()] })
}

/** The answers of another device that the person has not seen yet, those that came first in front. For a live query. */
export async function supersededAnswers(db: UserDatabase): Promise<TrackerEntry[]> {
  const row = await db.meta.get('supersededAnswers')
  const entries = row?.key === 'supersededAnswers' ? row.entries : []
  return entries.filter((entry) => v.is(trackerEntrySchema, entry))
}

/** Takes them to show them, once: of several tabs one gets them. */
export async function takeSuperseded(db: UserDatabase): Promise<TrackerEntry[]> {
  return await userTransaction(db, [], async () => {
    const entries = await supersededAnswers(db)
    await db.meta.delete('supersededAnswers')
    return entries
  })
}

/** What the server has beside an answer, as this device knows it. */
export interface NoteOnDevice extends StoredNote {
  /** The server has said that words of another device were written over, and not yet which. */
  behind?: boolean
}

/** What is being written beside an answer. */
export interface NoteDraft extends NoteWords {
  readonly trackerType: TrackerType
  readonly day: LocalDate
  /** The write that its person saw when they began; null where there was none. */
  readonly basedOn: string | null
  /** What stands in the field for one more tag and is none yet. */
  readonly pendingTag?: string | undefined
  /** The operation that was refused and that this is to replace. */
  readonly replaces?: string | undefined
}

export const trackersNote: Kind<'trackers.note', NoteReceipt> = {
  tables: (db) => [db.trackerNotes, db.trackerNoteDrafts],

  /** Words can be changed again and again. */
  async admit() {
    return 'ok'
  },

  /** What is queued is no draft any more; a decision about another version says nothing of the draft beside it. */
  async queued(db, { trackerType, day, settles }) {
    if (settles.length === 0) await db.trackerNoteDrafts.delete([trackerType, day])
  },

  /** The receipt repeats no words: these are in the operation that it is for. */
  async settle(db, receipts) {
    for (const receipt of receipts) await settleOne(db, receipt)
  },

  resultSchema: noteReceiptSchema,
}

async function settleOne(db: UserDatabase, receipt: NoteReceipt): Promise<void> {
  const { trackerType, day, rev, version, replaces } = receipt
  const known = await db.trackerNotes.get([trackerType, day])
  // The receipt of an early try, after which something newer was read.
  if (known && known.version >= version) return
  const row = await db.outbox.get({ opId: rev })
  const written = v.safeParse(trackerNoteSchema, row?.payload)
  if (!written.success) return
  const { basedOn: _basedOn, settles: _settles, ...note } = written.output
  const replaced = replaces ? replacedBy(written.output, known) : []
  await db.trackerNotes.put({ ...note, rev, version, replaced, behind: replaces })
}

/** The version up to which this device has what the server has; 0 before the first read. */
export async function notesSince(db: UserDatabase): Promise<number> {
  return (await readSince(db))?.version ?? 0
}

async function readSince(db: UserDatabase) {
  const row = await db.meta.get('trackerNotesSince')
  return row?.key === 'trackerNotesSince' ? row : undefined
}

/** What the server said of its notes, in answer to a version. */
interface NotesPage {
  readonly notes: readonly StoredNote[]
  readonly epoch: string
}

/**
 * Stores a page of what the server has, unless something newer of a day came meanwhile. Numbers of another life of its data
 * mean nothing here: then nothing is stored, and all is to be read from the beginning.
 */
export async function storeNotes(
  db: UserDatabase,
  { notes, epoch }: NotesPage,
): Promise<'stored' | 'read_anew'> {
  return await userTransaction(db, [db.trackerNotes], async () => {
    const since = await readSince(db)
    if (since && since.epoch !== epoch) {
      await forgetVersions(db)
      return 'read_anew'
    }
    const last = notes.at(-1)
    if (!last) return 'stored'
    const keys = notes.map(({ trackerType, day }): [TrackerType, string] => [trackerType, day])
    const known = await db.trackerNotes.bulkGet(keys)
    await db.trackerNotes.bulkPut(
      notes.filter(({ version }, index) => version >= (known[index]?.version ?? 0)),
    )
    await db.meta.put({ key: 'trackerNotesSince', version: last.version, epoch })
    return 'stored'
  })
}

/** The server has forgotten writes: all of them are read anew. Inside a user transaction over `trackerNotes`. */
export async function forgetVersions(db: UserDatabase): Promise<void> {
  await db.meta.delete('trackerNotesSince')
  await db.trackerNotes.toCollection().modify({ version: -1 })
}
