import { useState } from 'react'
import { v7 as newUuid } from 'uuid'
import type { LocalDate } from '#contract/local-date.ts'
import { saysNothing, type NoteWords } from '#contract/trackers/note.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import {
  fhirBundle,
  ownCode,
  surveyCategory,
  type FhirFile,
  type FhirReference,
  type FhirResource,
} from '#src/lib/fhir.ts'
import { saveFile } from '#src/lib/hand-over.ts'
import { readWaitingImports, type WaitingImports } from '#src/offline/features/tracker-imports.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { isAnswered, isGivenHere, readEntries, type DayEntry } from '../entries-resource.ts'
import { readNotes, type DayNote } from '../notes/notes-resource.ts'
import { isLater, yearOf } from './pixel-days.ts'
import { bringAll } from './year-resource.ts'

/** What other programs read: a table, the same with each part by its name, or the answers alone as clinics take them. */
const answersFormats = ['csv', 'json', 'fhir'] as const
type AnswersFormat = (typeof answersFormats)[number]

/** What each format is called at the end of a file's name. */
const answersEndings: Readonly<Record<AnswersFormat, string>> = {
  csv: 'csv',
  json: 'json',
  fhir: 'fhir.json',
}

/** Everything that this phone has of the trackers, as a file; the clinic's has no words, only the answers. */
async function answersFile(
  db: UserDatabase,
  format: AnswersFormat,
  imports: WaitingImports,
): Promise<Blob> {
  const { entries, notes } = await readAll(db, imports)
  switch (format) {
    case 'csv':
      return new Blob([csvOf(entries, notes)], { type: 'text/csv;charset=utf-8' })
    case 'json':
      return new Blob([jsonOf(entries, notes)], { type: 'application/json' })
    case 'fhir': {
      const profile = await readProfile(db)
      const person = profile && { ...profile, birthYear: yearOf(profile.birthDate), named: false }
      const savedAt = new Date().toISOString()
      const file = fhirOf(entries, { base: location.origin, savedAt, newId: newUuid, person })
      return new Blob([JSON.stringify(file)], { type: 'application/fhir+json' })
    }
  }
}

/** Every answer and all words that this phone has, those of imports too that waited to be sent a moment before. */
export async function readAll(db: UserDatabase, { parts }: Pick<WaitingImports, 'parts'>) {
  const anyDay = '0001-01-01' as LocalDate
  const [entries, written] = [await readEntries(db, anyDay), await readNotes(db, anyDay)]
  const known = new Set(written.map(({ day, trackerType }) => `${day} ${trackerType}`))
  // A part may have been sent meanwhile: its answers are the server's then, and its words are not here again.
  const given = new Set(
    entries.map(({ day, trackerType, importId }) => `${day} ${trackerType} ${importId}`),
  )
  const nothing = { feelings: [], tags: [], replaced: [], behind: false }
  const imported = parts.flatMap(({ opId, part }) =>
    part.entries.flatMap(({ date: day, trackerType, text = '', ownTags = [] }): DayNote[] => {
      const key = `${day} ${trackerType}`
      if (known.has(key) || !given.has(`${key} ${part.importId}`)) return []
      return [{ ...nothing, day, trackerType, text, ownTags, rev: opId, state: 'waiting' }]
    }),
  )
  return { entries, notes: [...written, ...imported] }
}

/** An observation for each answer, in our own codes; docs/EXPORTS.md says more. */
export function fhirOf(entries: readonly DayEntry[], file: Omit<FhirFile, 'about'>) {
  const { base, newId } = file
  const about = (subject: FhirReference) =>
    rowsOf(entries, []).flatMap(({ day, tracker, entry }): FhirResource[] =>
      entry
        ? [
            {
              resourceType: 'Observation',
              id: newId(),
              status: 'final',
              category: surveyCategory,
              code: ownCode(base, 'tracker', tracker),
              subject,
              performer: [subject],
              effectiveDateTime: day,
              valueCodeableConcept: ownCode(base, 'tracker-answer', entry.answer),
              component: [
                { code: { text: 'Score, 4 is best and 1 is least' }, valueInteger: entry.score },
              ],
              ...noteOf(entry),
            },
          ]
        : [],
    )
  return fhirBundle({ ...file, about })
}

/** How an answer came where it was not given on its day. */
function noteOf(entry: DayEntry) {
  const text = isGivenHere(entry)
    ? isLater(entry) && 'Answered after its day.'
    : 'Brought from another app.'
  return text ? { note: [{ text }] } : {}
}

/** An answer with what was written beside it; either may be unknown here. */
interface AnswerRow {
  readonly day: LocalDate
  readonly tracker: string
  readonly entry: DayEntry | undefined
  readonly note: DayNote | undefined
}

/** The names of the columns, in their order; docs/EXPORTS.md says what is in them. */
export const columns = [
  'day',
  'tracker',
  'answer',
  'score',
  'added_later',
  'imported',
  'feelings',
  'tags',
  'note',
  'other_versions',
]

/**
 * A table as RFC 4180 has it, oldest day first: a row for each answer, and for words whose answer is not known here. Its names and
 * answers are those that are stored, in every language; it begins with a byte order mark, without which some programs read
 * Arabic as something else.
 */
export function csvOf(entries: readonly DayEntry[], notes: readonly DayNote[]): string {
  const rows = rowsOf(entries, notes).map(({ day, tracker, entry, note }) => {
    const answer = entry
      ? [entry.answer, String(entry.score), yes(isLater(entry)), yes(!isGivenHere(entry))]
      : ['', '', '', '']
    return [day, tracker, ...answer, ...cellsOf(note), otherVersions(note)]
  })
  return `\uFEFF${[columns, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
}

/**
 * The same as JSON, described in `docs/EXPORTS.md`: what a day has of neither answer nor words is null or empty, never absent, and
 * versions of another phone that nobody has decided about come along.
 */
export function jsonOf(entries: readonly DayEntry[], notes: readonly DayNote[]): string {
  const answers = rowsOf(entries, notes).map(({ day, tracker, entry, note }) => ({
    day,
    tracker,
    answer: entry?.answer ?? null,
    score: entry?.score ?? null,
    addedLater: entry ? isLater(entry) : false,
    imported: entry ? !isGivenHere(entry) : false,
    ...wordsOf(note),
    otherVersions: note?.replaced.map(wordsOf) ?? [],
  }))
  return `${JSON.stringify({ format: 'zync-trackers', version: 1, answers }, undefined, 2)}\n`
}

/** Oldest first; what was refused is no answer, and words that say nothing are none. */
function rowsOf(entries: readonly DayEntry[], notes: readonly DayNote[]): AnswerRow[] {
  const beside = new Map(notes.map((note) => [`${note.day} ${note.trackerType}`, note]))
  const answered = entries.filter(isAnswered).map((entry): AnswerRow => {
    const { day, trackerType: tracker } = entry
    const note = beside.get(`${day} ${tracker}`)
    beside.delete(`${day} ${tracker}`)
    return { day, tracker, entry, note }
  })
  const alone = [...beside.values()]
    .filter((note) => !saysNothing(note) || note.replaced.length > 0)
    .map((note): AnswerRow => ({
      day: note.day,
      tracker: note.trackerType,
      entry: undefined,
      note,
    }))
  return [...answered, ...alone].toSorted((a, b) =>
    `${a.day} ${a.tracker}` < `${b.day} ${b.tracker}` ? -1 : 1,
  )
}

function wordsOf(note: NoteWords | undefined) {
  const { feelings = [], tags = [], ownTags = [], text = '' } = note ?? {}
  return { feelings, tags, ownTags, note: text }
}

function cellsOf(note: NoteWords | undefined): string[] {
  const { feelings, tags, ownTags, note: text } = wordsOf(note)
  return [feelings.join('; '), [...tags, ...ownTags].join('; '), text]
}

/** Versions of another phone that nobody has decided about, each on lines of its own: whatever it has of feelings, tags and note. */
function otherVersions(note: DayNote | undefined): string {
  const versions = note?.replaced.map((other) => cellsOf(other).filter(Boolean).join('\n')) ?? []
  return versions.filter(Boolean).join('\n\n')
}

function yes(is: boolean): string {
  return is ? 'yes' : ''
}

/** A cell that a table program would take for a formula begins with an apostrophe, which such programs do not show. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

interface SaveAnswersProps {
  db: UserDatabase
  today: LocalDate
}

const formatLabels: Record<AnswersFormat, () => string> = {
  csv: m.trackers_save_csv,
  json: m.trackers_save_json,
  fhir: m.trackers_save_fhir,
}

/** Every answer with what was written beside it, for other programs; without a network what this phone has. */
export function SaveAnswersButton({ db, today }: SaveAnswersProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState<AnswersFormat>()
  const [failed, setFailed] = useState(false)

  async function save(format: AnswersFormat) {
    setBusy(format)
    setFailed(false)
    const name = `zync-trackers-${today}.${answersEndings[format]}`
    try {
      const imports = await readWaitingImports(db)
      const whole = await bringAll(db, today)
      saveFile(name, await answersFile(db, format, imports))
      showToast({
        text: whole ? m.settings_export_done({ name }) : m.settings_export_done_device({ name }),
        tone: 'success',
      })
      setOpen(false)
    } catch {
      setFailed(true)
    }
    setBusy(undefined)
  }

  return (
    <>
      <Button look="quiet" size="small" icon="install" onClick={() => setOpen(true)}>
        {m.trackers_save()}
      </Button>
      <Sheet
        open={open}
        onClose={() => {
          setOpen(false)
          setFailed(false)
        }}
        title={m.trackers_save_title()}
        description={m.trackers_save_text()}
        actions={answersFormats.map((format) => (
          <Button
            key={format}
            look="secondary"
            wide
            busy={busy === format}
            disabled={busy !== undefined && busy !== format}
            onClick={() => void save(format)}
          >
            {formatLabels[format]()}
          </Button>
        ))}
      >
        {failed && <FailureBanner text={m.settings_export_failed()} />}
      </Sheet>
    </>
  )
}
