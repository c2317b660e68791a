import { v7 as newUuid } from 'uuid'
import * as v from 'valibot'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { notesPageMax, trackersApi } from '#contract/trackers/api.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import {
  replacedBy,
  storedNoteSchema,
  trackerNoteSchema,
  type NoteWords,
  type ReplacedWords,
  type TrackerNote,
} from '#contract/trackers/note.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { defineLocal, defineResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { enqueue, replaceOp } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { picturesOnDevice, refreshPictures } from '#src/offline/features/tracker-pictures.ts'
import { notesSince, storeNotes } from '#src/offline/features/trackers.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { entryOn, overlayEntries, type DayEntry } from '../entries-resource.ts'
import {
  deleteNoteDraft,
  forgetUnstored,
  keyOf,
  readNoteDraft,
  saveNoteDraft,
  type TrackerDay,
} from './note-draft.ts'

/** What stands beside a day's answer, as this device knows it. */
export interface DayNote extends NoteWords, TrackerDay {
  /** The write that this is. */
  readonly rev: string
  readonly state: 'sent' | 'waiting'
  /** What another device had written, until the person decides. */
  readonly replaced: readonly ReplacedWords[]
  /** Which words were written over is not known here yet. */
  readonly behind: boolean
}

/** The words of the last `days` days up to today: the server's, overlaid by what waits here. */
export const notesResource = defineResource<DayNote[], [days: number]>({
  key: 'trackers.notes',
  read: (db, days) => readNotes(db, addDays(clockAt(Date.now()).date, -days)),
  refresh: refreshNotes,
})

export async function readNotes(db: UserDatabase, from: LocalDate): Promise<DayNote[]> {
  const [base, waiting] = await db.transaction('r', db.trackerNotes, db.outbox, () =>
    Promise.all([
      Promise.all(trackerTypes.map((type) => readBase(db, type, from))),
      readWaiting(db),
    ]),
  )
  return overlayNotes(base.flat(), waiting).filter(({ day }) => day >= from)
}

/** A range and no filter, for which the rows of years would be read one by one. */
function readBase(db: UserDatabase, type: TrackerType, from: LocalDate) {
  return db.trackerNotes
    .where('[trackerType+day]')
    .between([type, from], [type, '\uffff'])
    .toArray()
}

/** Words that will reach the server, in the order of their taps. */
async function readWaiting(db: UserDatabase): Promise<OutboxRow[]> {
  const unsent = await db.outbox.where('lane').startsWith('tracker-note:').sortBy('seq')
  return unsent.filter(({ state }) => state !== 'dead')
}

/** A day of a tracker with its answer, where this device knows it. */
export interface OpenDay extends TrackerDay {
  readonly entry: DayEntry | undefined
}

/**
 * The days, however long ago, of which something waits for the person or is on this phone alone: versions that nobody has
 * decided about, what is being written, pictures, and words that were not sent.
 */
export const openDaysResource = defineLocal<OpenDay[]>({
  key: 'trackers.open-days',
  read: readOpenDays,
})

async function readOpenDays(db: UserDatabase): Promise<OpenDay[]> {
  const { trackerNotes, trackerNoteDrafts, trackerPictures, trackerEntries, outbox } = db
  const tables = [trackerNotes, trackerNoteDrafts, trackerPictures, trackerEntries, outbox, db.meta]
  return await db.transaction('r', tables, async () => {
    const [notes, drafts, pictures, unsent, answers] = await Promise.all([
      trackerNotes.toArray(),
      trackerNoteDrafts.toCollection().primaryKeys(),
      trackerPictures.toCollection().primaryKeys(),
      outbox.where('lane').startsWith('tracker-note:').toArray(),
      outbox.where('lane').startsWith('tracker:').sortBy('seq'),
    ])
    const written = unsent.flatMap(({ payload }) => {
      const parsed = v.safeParse(trackerNoteSchema, payload)
      return parsed.success ? [parsed.output] : []
    })
    const undecided = notes.filter(({ replaced }) => replaced.length > 0)
    const saved = new Set((await picturesOnDevice(db)).saved.map(keyOf))
    const here = [...drafts, ...pictures].map(([trackerType, day]) => ({
      trackerType,
      day: day as LocalDate,
    }))
    const onlyHere = here.filter((each, index) => index < drafts.length || !saved.has(keyOf(each)))
    const open = new Map([...undecided, ...written, ...onlyHere].map((each) => [keyOf(each), each]))
    const keys = [...open.values()].map(({ trackerType, day }): [TrackerType, string] => [
      trackerType,
      day,
    ])
    const stored = (await trackerEntries.bulkGet(keys)).filter((entry) => entry !== undefined)
    const entries = overlayEntries(stored, answers)
    return [...open.values()].map(({ trackerType, day }) => ({
      trackerType,
      day,
      entry: entryOn(entries, trackerType, day),
    }))
  })
}

/** What this device knows of one day: its words, and whether some of its words were refused. */
export async function readDayNote(
  db: UserDatabase,
  { trackerType, day }: TrackerDay,
): Promise<{ readonly note: DayNote | undefined; readonly isRefused: boolean }> {
  const [base, unsent] = await db.transaction('r', db.trackerNotes, db.outbox, () =>
    Promise.all([
      db.trackerNotes.get([trackerType, day]),
      db.outbox.where('lane').equals(`tracker-note:${trackerType}:${day}`).sortBy('seq'),
    ]),
  )
  const waiting = unsent.filter(({ state }) => state !== 'dead')
  const [note] = overlayNotes(base ? [base] : [], waiting)
  return { note, isRefused: waiting.length < unsent.length }
}

interface WaitingNote {
  readonly opId: string
  readonly payload: unknown
}

/** The server's words, overlaid by those that wait, in the order of their taps. */
export function overlayNotes(base: readonly unknown[], waiting: readonly WaitingNote[]): DayNote[] {
  const byDay = new Map<string, DayNote>()
  for (const row of base) {
    const parsed = v.safeParse(storedNoteSchema, row)
    if (!parsed.success) continue
    const { version: _version, ...note } = parsed.output
    const behind = v.is(v.looseObject({ behind: v.literal(true) }), row)
    byDay.set(keyOf(note), { ...note, behind, state: 'sent' })
  }
  for (const { opId, payload } of waiting) {
    const parsed = v.safeParse(trackerNoteSchema, payload)
    if (!parsed.success) continue
    const { basedOn: _basedOn, settles: _settles, ...note } = parsed.output
    const key = keyOf(note)
    // It may have arrived, and been written over, before this device learned of it.
    const replaced = replacedBy(parsed.output, byDay.get(key)).filter(({ rev }) => rev !== opId)
    byDay.set(key, { ...note, rev: opId, replaced, behind: false, state: 'waiting' })
  }
  return [...byDay.values()]
}

/** Fetches what was written since, page by page, and pictures of other devices. Rejects as the calls do; what came is stored. */
async function refreshNotes(db: UserDatabase, token: string): Promise<void> {
  await refreshWords(db, token)
  await refreshPictures(db, token)
}

/** The words without the pictures, which no file and no dry run needs. Rejects as the calls do; what came is stored. */
export async function refreshWords(db: UserDatabase, token: string): Promise<void> {
  let more = true
  while (more) {
    const since = await notesSince(db)
    const page = await callApi(
      trackersApi.trackerNotes,
      { query: { since: String(since) } },
      { token },
    )
    const stored = await storeNotes(db, page)
    more = stored === 'read_anew' || page.notes.length === notesPageMax
  }
}

/** What is to stand beside an answer; a text may be longer here than it may be sent. */
type GivenNote = NoteWords & Pick<TrackerNote, 'trackerType' | 'day' | 'basedOn' | 'settles'>

/**
 * Queues the words of a day, in the place of a refused operation where one is named; durable when it resolves with the name
 * of the write. Throws as `enqueue` does, and for words that no server takes, and then nothing was saved.
 */
export async function saveNote(
  db: UserDatabase,
  given: GivenNote,
  refusedOpId?: string,
): Promise<string> {
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  const command = { kind: 'trackers.note', payload: v.parse(trackerNoteSchema, given) } as const
  if (refusedOpId === undefined) {
    await enqueue(db, command, tap)
    if (given.settles.length === 0) forgetUnstored(db, given)
  } else {
    await replaceOp(db, refusedOpId, command, tap)
    // A draft that outlived it would say the same as what is queued.
    await deleteNoteDraft(db, given.trackerType, given.day).catch(() => undefined)
  }
  return tap.opId
}

/**
 * Decides about a version of another device: it stands from now on, or what stands does. A draft of the day stays; one of
 * what stands goes on from the decision. Throws as `saveNote` does.
 */
export async function decideAbout(
  db: UserDatabase,
  { note, other }: { readonly note: DayNote; readonly other: ReplacedWords },
  decision: 'take' | 'leave',
): Promise<void> {
  const { trackerType, day, rev } = note
  const { feelings, tags, ownTags, text } = decision === 'take' ? other : note
  const words = { feelings, tags, ownTags, text }
  const settled = { trackerType, day, ...words, basedOn: rev, settles: [other.rev] }
  const decided = await saveNote(db, settled)
  const draft = await readNoteDraft(db, trackerType, day)
  if (decision === 'leave' && draft?.basedOn === rev) {
    await saveNoteDraft(db, { ...draft, basedOn: decided })
  }
}

/** Of a stored row what its own tags need: there are rows of years, and each takes as long to check as to read. */
const taggedSchema = v.pick(storedNoteSchema, ['trackerType', 'day', 'ownTags'])

/** The person's own tags, those on most days first. */
export async function readOwnTags(db: UserDatabase): Promise<string[]> {
  const [base, waiting] = await db.transaction('r', db.trackerNotes, db.outbox, () =>
    Promise.all([db.trackerNotes.toArray(), readWaiting(db)]),
  )
  const byDay = new Map<string, readonly string[]>()
  for (const row of [...base, ...waiting.map(({ payload }) => payload)]) {
    const parsed = v.safeParse(taggedSchema, row)
    if (parsed.success) byDay.set(keyOf(parsed.output), parsed.output.ownTags)
  }
  const counts = new Map<string, number>()
  for (const tag of [...byDay.values()].flat()) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([tag]) => tag)
}
