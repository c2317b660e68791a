import { laneOf } from '#contract/commands.ts'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import {
  importDaysBackMax,
  importsMax,
  importWaitDaysMax,
  tooManyImportsText,
  tooManyImportTagsText,
  trackerImportSchema,
  trackerImportUndoSchema,
  type ImportedAnswer,
  type ImportReceipt,
  type ImportUndoReceipt,
  type TrackerImport,
  type TrackerImportUndo,
} from '#contract/trackers/import.ts'
import { ownTagsMax, replacedMax, saysNothing } from '#contract/trackers/note.ts'
import type { Queryable } from '#server/db/orm.ts'
import type { Applier, ApplyContext, Outcome } from '#server/features/sync/index.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  closeImport,
  countImports,
  deleteImported,
  emptyWordsOf,
  importStatus,
  insertImport,
  insertImported,
} from './imports-repo.ts'
import {
  answeredOf,
  newestVersion,
  notesOn,
  ownTagsOf,
  putNotes,
  type NoteRow,
  type TrackerDay,
} from './notes-repo.ts'
import { onlyAdolescents, type Diary, ownDiary } from './service.ts'

/** How the server takes over what a device has read in a table of another app. */
export const importAnswers: Applier<TrackerImport> = {
  policy: onlyAdolescents,
  lane: (part) => laneOf('trackers.import', part),
  schema: () => trackerImportSchema,
  // Each is two hundred answers.
  batchMax: 1,
  async apply(context, ops) {
    const outcomes: Outcome[] = []
    for (const { opId, payload } of ops) outcomes.push(await takeOver(context, opId, payload))
    return outcomes
  },
}

/** How the server takes back what it had taken over, and nothing else. */
export const undoImport: Applier<TrackerImportUndo> = {
  policy: onlyAdolescents,
  lane: (undo) => laneOf('trackers.undo_import', undo),
  schema: () => trackerImportUndoSchema,
  batchMax: 1,
  async apply(context, ops) {
    const outcomes: Outcome[] = []
    for (const { opId, payload } of ops) outcomes.push(await takeBack(context, opId, payload))
    return outcomes
  },
}

/** The first answer of a day stands here too: a day that has one stays as it is, and so do its words. */
async function takeOver(
  { client, actor, today, nowMs }: ApplyContext,
  opId: string,
  { importId, source, entries }: TrackerImport,
): Promise<Outcome> {
  const diary = ownDiary(actor)
  if (!entries.every(({ date }) => isOver(date, today))) {
    return { status: 'rejected', code: 'date_out_of_range' }
  }
  const status = await importStatus(client, diary, importId)
  if (status === 'undone') return { status: 'superseded', result: receipt(importId, opId, entries) }
  if (status === 'new' && (await countImports(client, diary)) >= importsMax) {
    return { status: 'rejected', code: 'wrong_state', message: tooManyImportsText }
  }
  const answered = new Set((await answeredOf(client, diary, entries.map(dayOf))).map(keyOf))
  const unanswered = entries.filter((entry) => !answered.has(keyOf(dayOf(entry))))
  const notes = await notesOf(client, diary, unanswered)
  const fresh = unanswered.filter((entry) => hasRoomFor(wordsOf(entry), notes))
  if (!(await hasRoomForTags(client, diary, fresh))) {
    return { status: 'rejected', code: 'invalid_input', message: tooManyImportTagsText }
  }
  if (status === 'new') {
    await insertImport(client, diary, { importId, source, importedAt: new Date(nowMs) })
  }
  const added = await insertImported(client, diary, { opId, importId, entries: fresh })
  const stored = new Set(added.map(keyOf))
  const isStored = (entry: ImportedAnswer) => stored.has(keyOf(dayOf(entry)))
  await putWords(client, diary, { opId, entries: fresh.filter(isStored), notes })
  return { status: 'applied', result: receipt(importId, opId, entries, isStored) }
}

/** The person's clock may be ahead of ours, by which their yesterday may be our today. */
function isOver(day: LocalDate, today: LocalDate): boolean {
  return day <= today && day >= addDays(today, -importDaysBackMax - importWaitDaysMax)
}

function receipt(
  importId: string,
  opId: string,
  entries: readonly ImportedAnswer[],
  isStored: (entry: ImportedAnswer) => boolean = () => false,
): ImportReceipt {
  const taken = entries.flatMap((entry, index) => (isStored(entry) ? [] : [index]))
  return { importId, opId, taken }
}

async function hasRoomForTags(
  client: Queryable,
  diary: Authorized<Diary>,
  entries: readonly ImportedAnswer[],
): Promise<boolean> {
  const tags = new Set(entries.flatMap(({ ownTags }) => ownTags ?? []))
  if (tags.size === 0) return true
  const own = await ownTagsOf(client, diary)
  return own.size + [...tags].filter((tag) => !own.has(tag)).length <= ownTagsMax
}

/** The words that stand beside days without an answer, where the import has some for them. */
async function notesOf(
  client: Queryable,
  diary: Authorized<Diary>,
  entries: readonly ImportedAnswer[],
): Promise<ReadonlyMap<string, NoteRow>> {
  const worded = entries.map(wordsOf).filter((words) => !saysNothing(words))
  const rows = worded.length === 0 ? [] : await notesOn(client, diary, worded)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** A day takes so many versions beside its own; one more would be lost. */
function hasRoomFor(words: Words, notes: ReadonlyMap<string, NoteRow>): boolean {
  return saysNothing(words) || (notes.get(keyOf(words))?.replaced.length ?? 0) < replacedMax
}

/**
 * Puts words beside the answers that came with them. Where the person's own stand already, they stay, and those of the
 * import go beside them as another version, about which the person decides.
 */
async function putWords(
  client: Queryable,
  diary: Authorized<Diary>,
  given: {
    readonly opId: string
    readonly entries: readonly ImportedAnswer[]
    readonly notes: ReadonlyMap<string, NoteRow>
  },
): Promise<void> {
  const { opId, entries, notes } = given
  const worded = entries.map(wordsOf).filter((words) => !saysNothing(words))
  if (worded.length === 0) return
  let version = await newestVersion(client, diary)
  const rows = worded.map(({ trackerType, day, ...words }): NoteRow => {
    const known = notes.get(keyOf({ trackerType, day }))
    const replaced = known?.replaced ?? []
    version += 1
    if (known && !saysNothing({ ...known, text: known.note })) {
      return { ...known, version, replaced: [...replaced, { ...words, rev: opId }] }
    }
    const { text: note, ...lists } = words
    return { trackerType, day, ...lists, note, rev: opId, version, replaced }
  })
  await putNotes(client, diary, rows)
}

type Words = ReturnType<typeof wordsOf>

function wordsOf({ trackerType, date, ownTags = [], text = '' }: ImportedAnswer) {
  return { trackerType, day: date, feelings: [], tags: [], ownTags: [...new Set(ownTags)], text }
}

async function takeBack(
  { client, actor, nowMs }: ApplyContext,
  opId: string,
  { importId }: TrackerImportUndo,
): Promise<Outcome> {
  const diary = ownDiary(actor)
  await closeImport(client, diary, { importId, undoneAt: new Date(nowMs) })
  const removed = await deleteImported(client, diary, importId)
  if (removed.length > 0) {
    const version = await newestVersion(client, diary)
    await emptyWordsOf(client, diary, { opIds: [...new Set(removed)], opId, version })
  }
  const result: ImportUndoReceipt = { importId, removed: removed.length }
  return { status: 'applied', result }
}

function dayOf({ trackerType, date }: ImportedAnswer): TrackerDay {
  return { trackerType, day: date }
}

function keyOf({ trackerType, day }: TrackerDay): string {
  return `${trackerType} ${day}`
}
