import * as v from 'valibot'
import { addDays } from '#contract/local-date.ts'
import type { WireOp } from '#contract/sync/api.ts'
import {
  trackerImportSchema,
  trackerImportUndoSchema,
  type ImportedAnswer,
} from '#contract/trackers/import.ts'
import { trackerScore, type TrackerEntry } from '#contract/trackers/model.ts'
import { replacedMax, saysNothing, type StoredNote } from '#contract/trackers/note.ts'
import { enqueue, enqueueTogether, type TapMoment } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answers, noteDay } from './taps.ts'

/** Two parts of the same days as every other import; gives the id of each operation. */
export async function queueImport(
  db: UserDatabase,
  { importId, order }: { importId: string; order: number },
  newTap: () => TapMoment,
): Promise<string[]> {
  const parts = [0, 1].map((part) => ({
    command: partOf(importId, part, order + part),
    tap: newTap(),
  }))
  await enqueueTogether(db, parts)
  return parts.map(({ tap }) => tap.opId)
}

/** In the first part are words for the day of all notes. */
function partOf(importId: string, part: number, order: number) {
  const entries = [0, 1].map((index) => ({
    trackerType: 'Mood' as const,
    answer: answers.Mood,
    date: addDays(noteDay, -part * 2 - index),
    ...(part + index === 0 && { text: `imported ${order}` }),
  }))
  const payload = { importId, source: 'daylio' as const, entries }
  return { kind: 'trackers.import' as const, payload }
}

/** The person takes an import back. */
export async function queueUndo(db: UserDatabase, importId: string, tap: TapMoment): Promise<void> {
  await enqueue(db, { kind: 'trackers.undo_import', payload: { importId } }, tap)
}

/** What imports do at the model of the server, to its answers and the words beside them. */
export class ModelImports {
  /** Imports that were taken back. */
  readonly undone = new Set<string>()
  readonly #entries: Map<string, TrackerEntry>
  readonly #notes: Map<string, StoredNote>
  readonly #nextRev: () => number

  constructor(
    entries: Map<string, TrackerEntry>,
    notes: Map<string, StoredNote>,
    nextRev: () => number,
  ) {
    this.#entries = entries
    this.#notes = notes
    this.#nextRev = nextRev
  }

  /** What was brought from other apps, by tracker and day. */
  entries(): TrackerEntry[] {
    return [...this.#entries.values()].filter(({ importId }) => importId !== undefined)
  }

  /** The first answer of a day stands; of an import that was taken back nothing is stored any more. */
  take({ opId, payload }: WireOp) {
    const { importId, entries } = v.parse(trackerImportSchema, payload)
    const taken: number[] = []
    for (const [index, entry] of entries.entries()) {
      const { trackerType, answer, date } = entry
      const slot = `${trackerType} ${date}`
      if (this.undone.has(importId) || this.#entries.has(slot)) {
        taken.push(index)
        continue
      }
      const score = trackerScore(trackerType, answer) ?? 1
      const stored = { id: opId, importId, trackerType, answer, date, day: date, score }
      this.#entries.set(slot, stored)
      if (entry.text !== undefined) this.#takeWords(opId, entry, entry.text)
    }
    return { importId, opId, taken }
  }

  #takeWords(rev: string, { trackerType, date: day }: ImportedAnswer, text: string): void {
    const slot = `${trackerType} ${day}`
    const before = this.#notes.get(slot)
    const words = { feelings: [], tags: [], ownTags: [], text }
    const version = this.#nextRev()
    const replaced = before?.replaced ?? []
    if (replaced.length >= replacedMax) return
    if (before && !saysNothing(before)) {
      this.#notes.set(slot, { ...before, version, replaced: [...replaced, { ...words, rev }] })
    } else this.#notes.set(slot, { trackerType, day, ...words, rev, version, replaced })
  }

  /** Its answers go, and the words that came with them. */
  takeBack({ opId, payload }: WireOp) {
    const { importId } = v.parse(trackerImportUndoSchema, payload)
    this.undone.add(importId)
    const gone = [...this.#entries].filter(([, entry]) => entry.importId === importId)
    for (const [slot] of gone) this.#entries.delete(slot)
    const parts = new Set(gone.map(([, { id }]) => id))
    for (const [slot, note] of this.#notes) {
      const replaced = note.replaced.filter(({ rev }) => !parts.has(rev))
      const isTheirs = parts.has(note.rev)
      if (!isTheirs && replaced.length === note.replaced.length) continue
      const left = isTheirs
        ? { ...note, feelings: [], tags: [], ownTags: [], text: '', rev: opId }
        : note
      this.#notes.set(slot, { ...left, replaced, version: this.#nextRev() })
    }
    return { importId, removed: gone.length }
  }
}
