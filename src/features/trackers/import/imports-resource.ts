import { v7 as newUuid } from 'uuid'
import { addDays } from '#contract/local-date.ts'
import { trackersApi } from '#contract/trackers/api.ts'
import {
  importDaysBackMax,
  type ImportedAnswer,
  type ImportSource,
} from '#contract/trackers/import.ts'
import { defineResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import { enqueue, enqueueTogether } from '#src/offline/engine/outbox.ts'
import {
  importChunks,
  knownImports,
  readWaitingImports,
  storeImports,
  type ImportOnDevice,
} from '#src/offline/features/tracker-imports.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { isAnswered, readEntries } from '../entries-resource.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { tapNow } from '../record-answer.ts'
import { slotKey, type KnownHere } from './plan-import.ts'

/** An import as its person sees it. */
export interface ImportRow extends ImportOnDevice {
  /** Answers of it that wait to be sent, and that the server did not accept. */
  readonly waiting: number
  readonly refused: number
  /** Somebody has undone it, and the server does not know yet. */
  readonly undoing: boolean
}

/** What was brought from other apps, the newest first: the server's imports and those that wait here. */
export const importsResource = defineResource<ImportRow[]>({
  key: 'trackers.imports',
  read: readImports,
  refresh: async (db, token) => {
    const before = await knownImports(db)
    const { imports } = await callApi(trackersApi.trackerImports, {}, { token })
    await storeImports(db, imports, before)
  },
})

async function readImports(db: UserDatabase): Promise<ImportRow[]> {
  return await db.transaction('r', db.meta, db.outbox, async () => {
    const [known, { parts, refused, undone }] = await Promise.all([
      knownImports(db),
      readWaitingImports(db),
    ])
    const waiting = new Map<string, number>()
    for (const { part } of parts) {
      waiting.set(part.importId, (waiting.get(part.importId) ?? 0) + part.entries.length)
    }
    return known.map((one) => ({
      ...one,
      waiting: waiting.get(one.importId) ?? 0,
      refused: refused.get(one.importId) ?? 0,
      undoing: undone.has(one.importId),
    }))
  })
}

/** What an import has to know of this device before it is planned. */
export async function readKnownHere(db: UserDatabase): Promise<KnownHere> {
  const today = clockAt(Date.now()).date
  const entries = await readEntries(db, addDays(today, -importDaysBackMax))
  const answered = entries.filter(isAnswered)
  return {
    today,
    answered: new Set(answered.map(({ trackerType, day }) => slotKey(trackerType, day))),
  }
}

/** Puts an import in line, whole or not at all; durable when it resolves. Throws as `enqueue` does. */
export async function startImport(
  db: UserDatabase,
  {
    source,
    entries,
  }: { readonly source: ImportSource; readonly entries: readonly ImportedAnswer[] },
): Promise<void> {
  const importId = newUuid()
  await enqueueTogether(
    db,
    importChunks(entries).map((chunk) => ({
      command: { kind: 'trackers.import', payload: { importId, source, entries: chunk } },
      tap: tapNow(),
    })),
  )
}

/** Takes an import back: what was not sent goes at once, the rest when the server hears of it. Throws as `enqueue` does. */
export async function undoImport(db: UserDatabase, importId: string): Promise<void> {
  await enqueue(db, { kind: 'trackers.undo_import', payload: { importId } }, tapNow())
}
