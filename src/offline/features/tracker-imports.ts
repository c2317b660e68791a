import * as v from 'valibot'
import { importLane } from '#contract/commands.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import {
  importChunkBytesMax,
  importChunkMax,
  trackerImportSchema,
  trackerImportUndoSchema,
  importReceiptSchema,
  importUndoReceiptSchema,
  type ImportedAnswer,
  type ImportReceipt,
  type ImportUndoReceipt,
  type StoredImport,
  type TrackerImport,
} from '#contract/trackers/import.ts'
import { trackerScore, type TrackerEntry } from '#contract/trackers/model.ts'
import type { Kind, OutboxRow } from '#src/offline/engine/outbox-row.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** An import as this device knows it. */
export interface ImportOnDevice {
  readonly importId: string
  readonly source: string
  /** When it was made, in epoch milliseconds. */
  readonly atMs: number
  /** Answers that this device sent; absent for an import of another device. */
  readonly given?: number
  /** Answers of those whose days had one already; absent for an import of another device or of an earlier build. */
  readonly answeredBefore?: number
  /** Answers that the server had of it when it was last asked; absent before. */
  readonly stored?: number
}

/** A part of an import that a device has read in a file: it waits in the outbox as any other change does. */
export const trackersImport: Kind<'trackers.import', ImportReceipt> = {
  tables: (db) => [db.trackerEntries],

  async admit() {
    return 'ok'
  },

  /** The parts of an import are put in line together: what is noted of it counts all of them. */
  async queued(db, { importId, source, entries }, { epochMs: atMs }) {
    await changeImports(db, (known) => {
      const given = known.find((one) => one.importId === importId)?.given ?? 0
      const others = known.filter((one) => one.importId !== importId)
      const made = { importId, source, atMs, given: given + entries.length, answeredBefore: 0 }
      return [made, ...others]
    })
  },

  /** The receipt repeats no answers: these are in the operation that it is for. */
  async settle(db, receipts) {
    const answeredBefore = new Map<string, number>()
    for (const { importId, opId, taken } of receipts) {
      const row = await db.outbox.get({ opId })
      const part = v.safeParse(trackerImportSchema, row?.payload)
      if (!part.success) continue
      const left = new Set(taken)
      const stored = part.output.entries.filter((_, index) => !left.has(index))
      await db.trackerEntries.bulkPut(stored.flatMap((entry) => asEntry(entry, opId, part.output)))
      // One that goes again to a server that was restored was counted the first time.
      if (row?.again) continue
      answeredBefore.set(importId, (answeredBefore.get(importId) ?? 0) + taken.length)
    }
    await changeImports(db, (known) => known.map((one) => countAnswered(one, answeredBefore)))
  },

  resultSchema: importReceiptSchema,
}

function countAnswered(one: ImportOnDevice, counts: ReadonlyMap<string, number>): ImportOnDevice {
  if (one.answeredBefore === undefined) return one
  return { ...one, answeredBefore: one.answeredBefore + (counts.get(one.importId) ?? 0) }
}

function asEntry(entry: ImportedAnswer, id: string, { importId }: TrackerImport): TrackerEntry[] {
  const { trackerType, answer, date } = entry
  const score = trackerScore(trackerType, answer)
  return score ? [{ id, importId, trackerType, answer, date, day: date, score }] : []
}

export const trackersUndoImport: Kind<'trackers.undo_import', ImportUndoReceipt> = {
  tables: (db) => [db.trackerEntries, db.trackerNotes],

  async admit() {
    return 'ok'
  },

  /** What has not been sent need not be: the parts that are under way are in front of this in their lane. */
  async queued(db, { importId }, { opId: undoId }) {
    const batch = await db.meta.get('flight')
    const underWay = new Set(batch?.key === 'flight' ? batch.opIds : [])
    const rows = await db.outbox.where('lane').equals(importLane).toArray()
    const withdrawn = rows.filter(
      (row) => partIn(row)?.importId === importId && !underWay.has(row.opId),
    )
    if (withdrawn.length === 0) return
    await db.outbox.where({ opId: undoId }).modify({ withdrawn })
    await db.outbox.bulkDelete(withdrawn.map(({ seq }) => seq))
  },

  /** Words that its person has written since stay. */
  async settle(db, receipts) {
    for (const { importId } of receipts) {
      const entries = await db.trackerEntries.where('importId').equals(importId).toArray()
      const keys = entries.map(({ trackerType, day }): [TrackerType, string] => [trackerType, day])
      const parts = new Set(entries.map(({ id }) => id))
      const notes = await db.trackerNotes.bulkGet(keys)
      const gone = notes.filter((note) => note !== undefined && parts.has(note.rev))
      await db.trackerNotes.bulkDelete(
        gone.flatMap((note) =>
          note ? [[note.trackerType, note.day] as [TrackerType, string]] : [],
        ),
      )
      await db.trackerEntries.bulkDelete(keys)
      await changeImports(db, (known) => known.filter((one) => one.importId !== importId))
    }
  },

  resultSchema: importUndoReceiptSchema,
}

/** What of the imports waits to be sent. */
export interface WaitingImports {
  readonly parts: readonly { readonly opId: string; readonly part: TrackerImport }[]
  /** Parts that the server has refused, by the import. */
  readonly refused: ReadonlyMap<string, number>
  /** Imports that are to go. */
  readonly undone: ReadonlySet<string>
  /** Imports with parts that an undo has taken out of the line, also one that was refused. */
  readonly withdrawn: ReadonlySet<string>
}

/** Reads what waits of imports, in the order in which it goes; inside or outside of a transaction over the outbox. */
export async function readWaitingImports(db: UserDatabase): Promise<WaitingImports> {
  const rows = await db.outbox.where('lane').equals(importLane).sortBy('seq')
  const waiting = rows.filter(({ state }) => state !== 'dead')
  const undone = new Set(waiting.flatMap(undoneIn))
  const withdrawn = new Set(rows.filter((row) => row.withdrawn?.length).flatMap(undoneIn))
  const read = readOnce(db, rows)
  const refused = new Map<string, number>()
  for (const row of rows) {
    const part = row.state === 'dead' ? read.get(row.opId) : undefined
    if (part) refused.set(part.importId, (refused.get(part.importId) ?? 0) + part.entries.length)
  }
  const parts = waiting.flatMap((row) => {
    const part = read.get(row.opId)
    return part && !undone.has(part.importId) ? [{ opId: row.opId, part }] : []
  })
  return { parts, refused, undone, withdrawn }
}

function undoneIn({ kind, payload }: OutboxRow): string[] {
  const undo = v.safeParse(trackerImportUndoSchema, payload)
  return kind === 'trackers.undo_import' && undo.success ? [undo.output.importId] : []
}

function partIn({ kind, payload }: OutboxRow): TrackerImport | undefined {
  const part = v.safeParse(trackerImportSchema, payload)
  return kind === 'trackers.import' && part.success ? part.output : undefined
}

/** What an operation holds never changes, and reading thousands of answers anew after each tap would be felt. */
const readParts = new WeakMap<UserDatabase, ReadonlyMap<string, TrackerImport>>()

function readOnce(
  db: UserDatabase,
  rows: readonly OutboxRow[],
): ReadonlyMap<string, TrackerImport> {
  const before = readParts.get(db)
  const now = new Map<string, TrackerImport>()
  for (const row of rows) {
    const part = before?.get(row.opId) ?? partIn(row)
    if (part) now.set(row.opId, part)
  }
  readParts.set(db, now)
  return now
}

/** The imports that this device knows of, the newest first. */
export async function knownImports(db: UserDatabase): Promise<readonly ImportOnDevice[]> {
  const row = await db.meta.get('trackerImports')
  return row?.key === 'trackerImports' ? row.imports : []
}

/** Takes in what the server has; an import of this device stays until all of it was sent. */
export async function storeImports(
  db: UserDatabase,
  stored: readonly StoredImport[],
  before: readonly ImportOnDevice[] = [],
): Promise<void> {
  await userTransaction(db, [db.outbox], async () => {
    const waiting = await readWaitingImports(db)
    const wait = new Set([
      ...waiting.parts.map(({ part }) => part.importId),
      ...waiting.refused.keys(),
      ...waiting.withdrawn,
    ])
    await changeImports(db, (known) => {
      const here = new Map(known.map((one) => [one.importId, one]))
      const undone = before.filter(({ importId }) => !here.has(importId))
      const gone = new Set(undone.map(({ importId }) => importId))
      const there = new Set(stored.map(({ importId }) => importId))
      const unsent = known.filter(({ importId }) => wait.has(importId) && !there.has(importId))
      return [
        ...unsent,
        ...stored
          .filter(({ importId }) => !gone.has(importId))
          .map(({ importId, source, importedAt, entries }) => ({
            ...(here.get(importId) ?? { importId, source, atMs: Date.parse(importedAt) }),
            stored: entries,
          })),
      ]
    })
  })
}

async function changeImports(
  db: UserDatabase,
  change: (known: readonly ImportOnDevice[]) => readonly ImportOnDevice[],
): Promise<void> {
  await db.meta.put({ key: 'trackerImports', imports: change(await knownImports(db)) })
}

const utf8 = new TextEncoder()

/** Divides answers into the parts that travel, in their order: none is larger than an operation may be. */
export function importChunks(entries: readonly ImportedAnswer[]): ImportedAnswer[][] {
  const chunks: ImportedAnswer[][] = []
  let bytes = 0
  for (const entry of entries) {
    const entryBytes = utf8.encode(JSON.stringify(entry)).byteLength + 1
    const last = chunks.at(-1)
    if (last && last.length < importChunkMax && bytes + entryBytes <= importChunkBytesMax) {
      last.push(entry)
      bytes += entryBytes
    } else {
      chunks.push([entry])
      bytes = entryBytes
    }
  }
  return chunks
}

type DayKey = [type: TrackerType, day: string]

/** The days of what is here because of imports. */
export async function importedDays(db: UserDatabase): Promise<DayKey[]> {
  return await db.trackerEntries.where('importId').above('').primaryKeys()
}

/**
 * What a reply has without the days that were `here` before the server was asked and were taken back on this device since.
 * Inside the transaction that stores it.
 */
export async function withoutTakenBack(
  db: UserDatabase,
  here: readonly DayKey[],
  reply: readonly TrackerEntry[],
): Promise<readonly TrackerEntry[]> {
  if (here.length === 0) return reply
  const left = new Set((await importedDays(db)).map(String))
  const gone = new Set(here.map(String).filter((key) => !left.has(key)))
  return reply.filter(({ trackerType, day }) => !gone.has(String([trackerType, day])))
}

/**
 * Imported days of a tracker that were `here` before the server was asked and that it has no more, as they were taken back
 * elsewhere. The reply is about all days before `to` that are not older than its first one; where it is `whole`, about those too.
 */
export function goneDays(
  here: readonly DayKey[],
  reply: readonly TrackerEntry[],
  { whole, to }: { readonly whole: boolean; readonly to: string },
): DayKey[] {
  const from = whole ? '' : (reply[0]?.day ?? to)
  const there = new Set<string>(reply.map(({ day }) => day))
  return here.filter(([, day]) => day >= from && day < to && !there.has(day))
}

/**
 * Deletes imported days that the server has no more, inside the transaction that stores its reply. An answer of one's own that
 * came in the place of one while the server was asked stays.
 */
export async function dropGone(db: UserDatabase, gone: readonly DayKey[]): Promise<void> {
  if (gone.length === 0) return
  const stored = await db.trackerEntries.bulkGet([...gone])
  await db.trackerEntries.bulkDelete(gone.filter((_, index) => stored[index]?.importId))
}
