import { and, asc, eq, gt, inArray, max, sql } from 'drizzle-orm'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { ormOn, type Orm, type Queryable } from '#server/db/orm.ts'
import { trackerEntries, trackerNotes } from '#server/db/schema/health.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Diary } from './service.ts'

/** What is stored beside an answer, without whose it is. */
export type NoteRow = Omit<typeof trackerNotes.$inferSelect, 'userId' | 'updatedAt'>

/** A day of a tracker. */
export interface TrackerDay {
  readonly trackerType: TrackerType
  readonly day: LocalDate
}

const columns = {
  trackerType: trackerNotes.trackerType,
  day: trackerNotes.day,
  feelings: trackerNotes.feelings,
  tags: trackerNotes.tags,
  ownTags: trackerNotes.ownTags,
  note: trackerNotes.note,
  rev: trackerNotes.rev,
  version: trackerNotes.version,
  replaced: trackerNotes.replaced,
}

/** What is stored of these days, and of others of the same trackers. */
export async function notesOn(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  days: readonly TrackerDay[],
): Promise<NoteRow[]> {
  return await ormOn(client)
    .select(columns)
    .from(trackerNotes)
    .where(
      and(
        eq(trackerNotes.userId, ownerId),
        inArray(trackerNotes.trackerType, [...new Set(days.map((each) => each.trackerType))]),
        inArray(trackerNotes.day, [...new Set(days.map((each) => each.day))]),
      ),
    )
}

/** Which of these days have an answer, by tracker and day. */
export async function answeredOf(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  days: readonly TrackerDay[],
): Promise<TrackerDay[]> {
  if (days.length === 0) return []
  return await ormOn(client)
    .select({ trackerType: trackerEntries.trackerType, day: trackerEntries.day })
    .from(trackerEntries)
    .where(
      and(
        eq(trackerEntries.userId, ownerId),
        inArray(
          trackerEntries.day,
          days.map(({ day }) => day),
        ),
      ),
    )
}

/** The number of the person's last write; 0 before the first. */
export async function newestVersion(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
): Promise<number> {
  const [row] = await ormOn(client)
    .select({ newest: max(trackerNotes.version) })
    .from(trackerNotes)
    .where(eq(trackerNotes.userId, ownerId))
  return row?.newest ?? 0
}

/** Every different own tag of the person, with the number of days that it is on. */
export async function ownTagsOf(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
): Promise<Map<string, number>> {
  const rows = await ormOn(client)
    .select({
      tag: sql`unnest(${trackerNotes.ownTags})`.mapWith(String),
      days: sql`count(*)`.mapWith(Number),
    })
    .from(trackerNotes)
    .where(eq(trackerNotes.userId, ownerId))
    .groupBy(sql`1`)
  return new Map(rows.map(({ tag, days }) => [tag, days]))
}

/** Writes days whole, each over what is there. */
export async function putNotes(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  rows: readonly NoteRow[],
): Promise<void> {
  if (rows.length === 0) return
  await ormOn(client)
    .insert(trackerNotes)
    .values(rows.map((row) => ({ ...row, userId: ownerId })))
    .onConflictDoUpdate({
      target: [trackerNotes.userId, trackerNotes.trackerType, trackerNotes.day],
      set: {
        feelings: sql`excluded.feelings`,
        tags: sql`excluded.tags`,
        ownTags: sql`excluded.own_tags`,
        note: sql`excluded.note`,
        rev: sql`excluded.rev`,
        version: sql`excluded.version`,
        replaced: sql`excluded.replaced`,
        updatedAt: sql`now()`,
      },
    })
}

/** What was written after a version, in the order of the writes. */
export async function notesAfter(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  { since, rowsMax }: { readonly since: number; readonly rowsMax: number },
): Promise<NoteRow[]> {
  return await ormOn(client)
    .select(columns)
    .from(trackerNotes)
    .where(and(eq(trackerNotes.userId, ownerId), gt(trackerNotes.version, since)))
    .orderBy(asc(trackerNotes.version))
    .limit(rowsMax)
}

/** Everything that a person wrote beside answers, oldest day first; for their export. */
export function noteParts(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    orm
      .select({
        trackerType: trackerNotes.trackerType,
        day: trackerNotes.day,
        feelings: trackerNotes.feelings,
        tags: trackerNotes.tags,
        ownTags: trackerNotes.ownTags,
        note: trackerNotes.note,
        replaced: trackerNotes.replaced,
        updatedAt: trackerNotes.updatedAt,
      })
      .from(trackerNotes)
      .where(eq(trackerNotes.userId, userId))
      .orderBy(asc(trackerNotes.day), asc(trackerNotes.trackerType))
}
