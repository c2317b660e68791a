import { laneOf } from '#contract/commands.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { notesPageMax } from '#contract/trackers/api.ts'
import { answerableDay } from '#contract/trackers/model.ts'
import {
  ownTagsMax,
  replacedBy,
  replacedMax,
  tooManyTagsText,
  tooManyVersionsText,
  trackerNoteSchema,
  type NoteReceipt,
  type StoredNote,
  type TrackerNote,
} from '#contract/trackers/note.ts'
import type { Queryable } from '#server/db/orm.ts'
import type { Applier, Outcome } from '#server/features/sync/index.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  answeredOf,
  newestVersion,
  notesAfter,
  notesOn,
  ownTagsOf,
  putNotes,
  type NoteRow,
  type TrackerDay,
} from './notes-repo.ts'
import { onlyAdolescents, type Diary, ownDiary, presentNote } from './service.ts'

/** How the server carries out what a device queued to stand beside an answer. */
export const noteBeside: Applier<TrackerNote> = {
  policy: onlyAdolescents,
  lane: (note) => laneOf('trackers.note', note),
  schema: () => trackerNoteSchema,
  async apply({ client, actor, today }, ops) {
    const diary = ownDiary(actor)
    const pages = await readPages(client, diary, {
      today,
      notes: ops.map(({ payload }) => payload),
    })
    const outcomes = ops.map(({ opId, payload }) => write(pages, opId, payload))
    await putNotes(client, diary, [...pages.changed.values()])
    return outcomes
  },
}

/** What one has written since a version, at most a page of it. */
export async function notesSince(
  client: Queryable,
  diary: Authorized<Diary>,
  since: number,
): Promise<StoredNote[]> {
  const rows = await notesAfter(client, diary, { since, rowsMax: notesPageMax })
  return rows.map(presentNote)
}

/** What the writes of one push meet, and what they leave. The caller holds the person's lock. */
interface Pages {
  readonly stored: Map<string, NoteRow>
  readonly changed: Map<string, NoteRow>
  readonly isOpen: (day: TrackerDay) => boolean
  /** On how many days each own tag is, after the writes so far. */
  readonly ownTags: Map<string, number>
  version: number
}

async function readPages(
  client: Queryable,
  diary: Authorized<Diary>,
  { today, notes }: { readonly today: LocalDate; readonly notes: readonly TrackerNote[] },
): Promise<Pages> {
  const old = notes.filter(({ day }) => answerableDay(day, today) === 'too_old')
  const rows = await notesOn(client, diary, notes)
  const answered = new Set((await answeredOf(client, diary, old)).map(keyOf))
  const tagged = notes.some(({ ownTags }) => ownTags.length > 0)
  return {
    stored: new Map(rows.map((row) => [keyOf(row), row])),
    changed: new Map(),
    isOpen: (each) => answerableDay(each.day, today) === 'open' || answered.has(keyOf(each)),
    ownTags: tagged ? await ownTagsOf(client, diary) : new Map<string, number>(),
    version: await newestVersion(client, diary),
  }
}

/**
 * The last write of a day stands. What another device had written and the writer has not seen goes beside it, until the
 * person has decided about it: nothing is written over unseen.
 */
function write(pages: Pages, opId: string, note: TrackerNote): Outcome {
  const before = pages.stored.get(keyOf(note))
  if (!before && !pages.isOpen(note)) return { status: 'rejected', code: 'date_out_of_range' }
  const { fresh, gone } = tagChange(pages, before, note)
  if (fresh.length > 0 && pages.ownTags.size + fresh.length - gone.length > ownTagsMax) {
    return { status: 'rejected', code: 'invalid_input', message: tooManyTagsText }
  }
  const replaced = replacedBy(note, before && { ...before, text: before.note })
  if (replaced.length > replacedMax) {
    return { status: 'rejected', code: 'wrong_state', message: tooManyVersionsText }
  }
  pages.version += 1
  const { trackerType, day, feelings, tags, ownTags, text } = note
  const row = { trackerType, day, feelings, tags, ownTags, note: text, rev: opId, replaced }
  const stored: NoteRow = { ...row, version: pages.version }
  pages.stored.set(keyOf(note), stored)
  pages.changed.set(keyOf(note), stored)
  countTags(pages, before?.ownTags ?? [], -1)
  countTags(pages, ownTags, 1)
  return { status: 'applied', result: receiptOf(stored) }
}

/** Own tags that a write is the first to use, and those that it takes off their only day. */
function tagChange({ ownTags }: Pages, before: NoteRow | undefined, note: TrackerNote) {
  const gone = before?.ownTags.filter(
    (tag) => ownTags.get(tag) === 1 && !note.ownTags.includes(tag),
  )
  return { fresh: note.ownTags.filter((tag) => !ownTags.has(tag)), gone: gone ?? [] }
}

function countTags({ ownTags }: Pages, tags: readonly string[], by: 1 | -1): void {
  for (const tag of tags) {
    const days = (ownTags.get(tag) ?? 0) + by
    if (days > 0) ownTags.set(tag, days)
    else ownTags.delete(tag)
  }
}

function receiptOf({ trackerType, day, rev, version, replaced }: NoteRow): NoteReceipt {
  return { trackerType, day, rev, version, replaces: replaced.length > 0 }
}

function keyOf({ trackerType, day }: TrackerDay): string {
  return `${trackerType} ${day}`
}
