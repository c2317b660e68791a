import { and, count, eq } from 'drizzle-orm'
import type { ImportedAnswer, ImportSource } from '#contract/trackers/import.ts'
import { trackerScore } from '#contract/trackers/model.ts'
import { ormOn, type Orm, type Queryable } from '#server/db/orm.ts'
import { trackerImports } from '#server/db/schema/health.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { TrackerDay } from './notes-repo.ts'
import type { Diary } from './service.ts'
import {
  importDelete,
  importInsert,
  importsOpen,
  importWordsDelete,
  type OpenImport,
} from './trackers.sql.ts'

/** What is known of an import when a part of it comes. */
export type ImportStatus = 'new' | 'open' | 'undone'

export async function importStatus(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  importId: string,
): Promise<ImportStatus> {
  const [row] = await ormOn(client)
    .select({ undoneAt: trackerImports.undoneAt })
    .from(trackerImports)
    .where(and(eq(trackerImports.userId, ownerId), eq(trackerImports.importId, importId)))
  if (!row) return 'new'
  return row.undoneAt ? 'undone' : 'open'
}

/** How many imports a person has made, those taken back too. */
export async function countImports(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
): Promise<number> {
  const [row] = await ormOn(client)
    .select({ imports: count() })
    .from(trackerImports)
    .where(eq(trackerImports.userId, ownerId))
  return row?.imports ?? 0
}

export async function insertImport(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  made: { readonly importId: string; readonly source: ImportSource; readonly importedAt: Date },
): Promise<void> {
  await ormOn(client)
    .insert(trackerImports)
    .values({ ...made, userId: ownerId })
}

/** From now on nothing more of it is stored, also where nothing of it was seen yet. */
export async function closeImport(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  { importId, undoneAt }: { readonly importId: string; readonly undoneAt: Date },
): Promise<void> {
  await ormOn(client)
    .insert(trackerImports)
    .values({ userId: ownerId, importId, importedAt: undoneAt, undoneAt })
    .onConflictDoUpdate({
      target: [trackerImports.userId, trackerImports.importId],
      set: { undoneAt },
    })
}

/** Stores answers on days without one, and gives the days that it took. */
export async function insertImported(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  part: {
    readonly opId: string
    readonly importId: string
    readonly entries: readonly ImportedAnswer[]
  },
): Promise<TrackerDay[]> {
  // In the order of their days: two statements with the same ones wait for each other and never in a circle.
  const entries = part.entries.toSorted((a, b) => (slotOf(a) < slotOf(b) ? -1 : 1))
  return await importInsert.all(client, [
    ownerId,
    part.opId,
    part.importId,
    entries.map(({ trackerType }) => trackerType),
    entries.map(({ answer }) => answer),
    entries.map(({ trackerType, answer }) => trackerScore(trackerType, answer)),
    entries.map(({ date }) => date),
  ])
}

function slotOf({ trackerType, date }: ImportedAnswer): string {
  return `${trackerType} ${date}`
}

/** Deletes the answers of an import; gives the operation of each. */
export async function deleteImported(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  importId: string,
): Promise<string[]> {
  const rows = await importDelete.all(client, [ownerId, importId])
  return rows.map(({ opId }) => opId)
}

/**
 * Takes the words of operations out of what stands beside answers, and out of what was written over. What its person has
 * written since stays. `version` is the number of their last write before this one.
 */
export async function emptyWordsOf(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  undo: {
    readonly opIds: readonly string[]
    readonly opId: string
    readonly version: number
  },
): Promise<void> {
  await importWordsDelete.run(client, [ownerId, undo.opIds, undo.opId, undo.version])
}

/** The imports that were not taken back, the newest first, with the number of answers that are there because of each. */
export async function openImports(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
): Promise<OpenImport[]> {
  return await importsOpen.all(client, [ownerId])
}

/** Every import of a person, for their export. */
export function importParts(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    orm
      .select({
        importId: trackerImports.importId,
        source: trackerImports.source,
        importedAt: trackerImports.importedAt,
        undoneAt: trackerImports.undoneAt,
      })
      .from(trackerImports)
      .where(eq(trackerImports.userId, userId))
      .orderBy(trackerImports.importedAt, trackerImports.importId)
}
