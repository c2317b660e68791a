import { useSyncExternalStore } from 'react'
import { v7 as newUuid } from 'uuid'
import * as v from 'valibot'
import { addDays, localDateSchema, type LocalDate } from '#contract/local-date.ts'
import { notesPageMax, trackersApi } from '#contract/trackers/api.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { trackerTypeSchema } from '#contract/trackers/model.ts'
import {
  noteWordsSchema,
  storedNoteSchema,
  trackerNoteSchema,
  type NoteWords,
  type ReplacedWords,
  type TrackerNote,
} from '#contract/trackers/note.ts'
import { defineLocal, defineResource } from '#src/data/resource.ts'
import { createStore } from '#src/lib/store.ts'
import { callApi } from '#src/offline/api/api.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { notesSince, storeNotes, type NoteDraft } from '#src/offline/features/tracker-notes.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { entryOn, overlayEntries, type DayEntry } from '../entries-resource.ts'
import { clockAt } from '../local-clock.ts'

/** What stands beside a day's answer, as this device knows it. */
export interface DayNote extends NoteWords {
  readonly trackerType: TrackerType
  readonly day: LocalDate
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
      db.trackerNotes.filter(({ day }) => day >= from).toArray(),
      db.outbox.where('lane').startsWith('tracker-note:').sortBy('seq'),
    ]),
  )
  return overlayNotes(
    base,
    waiting.filter(({ state }) => state !== 'dead'),
  ).filter(({ day }) => day >= from)
}

/** A day of a tracker. */
export interface TrackerDay {
  readonly trackerType: TrackerType
  readonly day: LocalDate
}

/** The same with its answer, where this device knows it. */
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
  const tables = [trackerNotes, trackerNoteDrafts, trackerPictures, trackerEntries, outbox]
  return await db.transaction('r', tables, async () => {
    const [undecided, drafts, pictures, unsent, answers] = await Promise.all([
      trackerNotes.filter(({ replaced }) => replaced.length > 0).toArray(),
      trackerNoteDrafts.toCollection().primaryKeys(),
      trackerPictures.toCollection().primaryKeys(),
      outbox.where('lane').startsWith('tracker-note:').toArray(),
      outbox.where('lane').startsWith('tracker:').sortBy('seq'),
    ])
    const written = unsent.flatMap(({ payload }) => {
      const parsed = v.safeParse(trackerNoteSchema, payload)
      return parsed.success ? [parsed.output] : []
    })
    const here = [...drafts, ...pictures].map(([trackerType, day]) => ({
      trackerType,
      day: day as LocalDate,
    }))
    const open = new Map([...undecided, ...written, ...here].map((each) => [keyOf(each), each]))
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

export function keyOf({ trackerType, day }: TrackerDay): string {
  return `${trackerType} ${day}`
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
    const { basedOn: _basedOn, settles, ...note } = parsed.output
    const key = keyOf(note)
    const replaced = byDay.get(key)?.replaced.filter(({ rev }) => !settles.includes(rev)) ?? []
    byDay.set(key, { ...note, rev: opId, replaced, behind: false, state: 'waiting' })
  }
  return [...byDay.values()]
}

/** Fetches what was written since, page by page. Rejects as the calls do; what came is stored. */
async function refreshNotes(db: UserDatabase, token: string): Promise<void> {
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
 * Queues the words of a day; durable when it resolves with the name of the write. Throws as `enqueue` does, and for words
 * that no server takes, and then nothing was saved.
 */
export async function saveNote(db: UserDatabase, given: GivenNote): Promise<string> {
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  const payload = v.parse(trackerNoteSchema, given)
  await enqueue(db, { kind: 'trackers.note', payload }, tap)
  if (payload.settles.length === 0) forgetUnstored(db, payload)
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

const draftSchema = v.object({
  trackerType: trackerTypeSchema,
  day: localDateSchema,
  ...noteWordsSchema.entries,
  basedOn: v.nullable(v.string()),
  pendingTag: v.optional(v.string()),
})

/** Drafts that found no room on the phone, by day: they are here for as long as the page lives. */
const unstored = new WeakMap<UserDatabase, Map<string, NoteDraft>>()
const unstoredChanges = createStore(0)

/** Whether what is being written for a day is in memory alone; follows changes. */
export function useIsUnstored(db: UserDatabase, of: TrackerDay): boolean {
  return useSyncExternalStore(unstoredChanges.subscribe, () => isUnstored(db, of))
}

export function isUnstored(db: UserDatabase, of: TrackerDay): boolean {
  return unstored.get(db)?.has(keyOf(of)) ?? false
}

function noteUnstored(db: UserDatabase, draft: NoteDraft): void {
  unstored.set(db, (unstored.get(db) ?? new Map<string, NoteDraft>()).set(keyOf(draft), draft))
  unstoredChanges.set(unstoredChanges.get() + 1)
}

function forgetUnstored(db: UserDatabase, of: TrackerDay): void {
  if (unstored.get(db)?.delete(keyOf(of))) unstoredChanges.set(unstoredChanges.get() + 1)
}

/** What was being written for a day when the sheet, or the phone, was closed; undefined also for what cannot be read any more. */
export async function readNoteDraft(
  db: UserDatabase,
  trackerType: TrackerType,
  day: LocalDate,
): Promise<NoteDraft | undefined> {
  const newer = unstored.get(db)?.get(keyOf({ trackerType, day }))
  if (newer) return newer
  const parsed = v.safeParse(draftSchema, await db.trackerNoteDrafts.get([trackerType, day]))
  return parsed.success ? parsed.output : undefined
}

/**
 * Saves what is being written. Throws `StorageFullError` and `SessionEndedError`: then it stays in memory, and is what
 * `readNoteDraft` finds.
 */
export async function saveNoteDraft(db: UserDatabase, draft: NoteDraft): Promise<void> {
  try {
    await withQuotaRetry(() =>
      userTransaction(db, [db.trackerNoteDrafts], () => db.trackerNoteDrafts.put(draft)),
    )
  } catch (error) {
    noteUnstored(db, draft)
    throw error
  }
  forgetUnstored(db, draft)
}

export async function deleteNoteDraft(
  db: UserDatabase,
  trackerType: TrackerType,
  day: LocalDate,
): Promise<void> {
  forgetUnstored(db, { trackerType, day })
  await userTransaction(db, [db.trackerNoteDrafts], () =>
    db.trackerNoteDrafts.delete([trackerType, day]),
  )
}

/** The person's own tags, those on most days first. */
export async function readOwnTags(db: UserDatabase): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const { ownTags } of await readNotes(db, '0001-01-01' as LocalDate)) {
    for (const tag of ownTags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([tag]) => tag)
}
