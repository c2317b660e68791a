import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { type LocalDate } from '#contract/local-date.ts'
import type { StoredNote } from '#contract/trackers/note.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { Help } from '#src/features/safety/help/help.tsx'
import { BesideAnswer } from '#src/features/trackers/notes/beside-answer.tsx'
import { NoteSheets } from '#src/features/trackers/notes/lazy-parts.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { NoteDraft } from '#src/offline/features/trackers.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'

/** Of the moment: a page of many tests may live past midnight. */
export const today = () => clockAt(Date.now()).date
export const epoch = '01985a3c-0000-4a10-8c00-0000000000e1'
export const revs = [
  '01985a3c-0000-7a10-8c00-0000000000a1',
  '01985a3c-0000-7a10-8c00-0000000000a2',
] as const

export const show = (db: UserDatabase) =>
  renderScreen(
    <NoteSheets db={db}>
      <BesideAnswer db={db} type="Mood" day={today()} />
      <Help />
    </NoteSheets>,
  )

export async function open(db: UserDatabase) {
  await show(db)
  await expect.element(page.getByRole('button', { name: /Mood/ })).toBeVisible()
  press(page.getByRole('button', { name: /Mood/ }))
  await expect.element(page.getByRole('textbox', { name: m.trackers_note_field() })).toBeVisible()
}

export async function close() {
  press(page.getByRole('button', { name: 'Close' }))
  await expect.element(note()).not.toBeInTheDocument()
}

/** From now on nothing that is written fits, for so many times, or until room is made. */
export function fillDisk(db: UserDatabase, times = Infinity): () => void {
  let left = times
  const real = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
  const full = (mode: unknown, ...rest: unknown[]) =>
    mode === 'rw' && left-- > 0
      ? Promise.reject(new DOMException('Full', 'QuotaExceededError'))
      : real(mode, ...rest)
  Object.assign(db, { transaction: full })
  return () => Object.assign(db, { transaction: real })
}

export const note = () => page.getByRole('textbox', { name: m.trackers_note_field() })
export const ownTag = () => page.getByRole('textbox', { name: m.trackers_note_own_tag() })
export const save = () => press(page.getByRole('button', { name: m.trackers_note_save() }))

export function stored(given: Partial<StoredNote> = {}): StoredNote {
  const words = { feelings: ['calm'], tags: ['music'], ownTags: ['my cat'], text: 'A quiet day.' }
  const at = { trackerType: 'Mood' as const, day: today(), rev: revs[0], version: 1 }
  return { ...at, ...words, replaced: [], ...given }
}

export function halfWritten(day: LocalDate): NoteDraft {
  const words = { feelings: [], tags: [], ownTags: [], text: 'Half a sen' }
  return { trackerType: 'Mood', day, ...words, basedOn: null }
}

export function fails(): never {
  throw new Error('The disk does not read')
}

/** A picture as a camera makes it, `edge` pixels wide. */
export async function photo(edge: number): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge / 2
  canvas.getContext('2d')?.fillRect(0, 0, edge, edge / 4)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob ?? ''], 'photo.png', { type: 'image/png' })
}
