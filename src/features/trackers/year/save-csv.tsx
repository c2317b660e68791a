import { useState } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import { refreshResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { saveFile } from '#src/lib/files.ts'
import { isUnreachable } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { isAnswered, readEntries, type DayEntry } from '../entries-resource.ts'
import { notesResource, readNotes, type DayNote } from '../notes/notes-resource.ts'
import { isLater, yearOf } from './pixel-days.ts'
import { yearResource } from './year-resource.ts'

interface SaveCsvProps {
  db: UserDatabase
  today: LocalDate
}

/** Every answer with what was written beside it, as a table for other programs; without a network what this phone has. */
export function SaveCsvButton({ db, today }: SaveCsvProps) {
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const name = `zync-trackers-${today}.csv`
    try {
      const whole = await bringAll(db, today)
      saveFile(name, new Blob([await readCsv(db)], { type: 'text/csv;charset=utf-8' }))
      showToast({
        text: whole ? m.settings_export_done({ name }) : m.settings_export_done_device({ name }),
        tone: 'success',
      })
    } catch {
      showToast({ text: m.settings_export_failed(), tone: 'danger' })
    }
    setBusy(false)
  }

  return (
    <Button look="quiet" size="small" icon="install" busy={busy} onClick={() => void save()}>
      {m.trackers_save_csv()}
    </Button>
  )
}

/** Brings every year here that this phone has not, the newest first; false where the server does not answer. Rejects where it refuses. */
async function bringAll(db: UserDatabase, today: LocalDate): Promise<boolean> {
  try {
    await refreshResource(db, notesResource, 0)
    for (let year = yearOf(today), first = year; year >= first; year -= 1) {
      await refreshResource(db, yearResource, year)
      first = (await yearResource.read(db, year))?.firstYear ?? year
    }
    return true
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return false
  }
}

const anyDay = '0001-01-01' as LocalDate

async function readCsv(db: UserDatabase): Promise<string> {
  return csvOf(await readEntries(db, anyDay), await readNotes(db, anyDay))
}

const columns = ['day', 'tracker', 'answer', 'score', 'added_later', 'feelings', 'tags', 'note']

/**
 * A table as RFC 4180 has it, oldest day first: a row for each answer, and for words whose answer is not known here. Its names and
 * answers are those that are stored, in every language; it begins with a byte order mark, without which some programs read
 * Arabic as something else.
 */
export function csvOf(entries: readonly DayEntry[], notes: readonly DayNote[]): string {
  const beside = new Map(notes.map((note) => [`${note.day} ${note.trackerType}`, note]))
  const answers = entries.filter(isAnswered).map((entry) => {
    const key = `${entry.day} ${entry.trackerType}`
    const note = beside.get(key)
    beside.delete(key)
    const { day, trackerType, answer, score } = entry
    return [day, trackerType, answer, String(score), isLater(entry) ? 'yes' : '', ...wordsOf(note)]
  })
  const alone = [...beside.values()]
    .map((note) => [note.day, note.trackerType, '', '', '', ...wordsOf(note)])
    .filter((cells) => cells.slice(5).some(Boolean))
  const rows = [...answers, ...alone].toSorted((a, b) =>
    `${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1,
  )
  return `\uFEFF${[columns, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
}

function wordsOf(note: DayNote | undefined): string[] {
  if (!note) return ['', '', '']
  return [note.feelings.join('; '), [...note.tags, ...note.ownTags].join('; '), note.text]
}

/** A cell that a table program would take for a formula begins with an apostrophe, which such programs do not show. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
