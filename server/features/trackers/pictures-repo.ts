import { and, asc, count, eq, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import type { SavedPicture } from '#contract/trackers/picture.ts'
import { ormOn, type Orm, type Queryable } from '#server/db/orm.ts'
import { trackerPictures } from '#server/db/schema/health.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Diary } from './service.ts'

/** A picture, kept or on its way, without whose it is. */
export type PictureRow = Omit<typeof trackerPictures.$inferSelect, 'userId'>

type NewPicture = Omit<PictureRow, 'trackerType' | 'day'>

/** A day of a tracker. */
interface TrackerDay {
  readonly trackerType: TrackerType
  readonly day: LocalDate
}

/** Stores a picture whose operation has not come; gives the stored one, which is the first of that id. */
export async function insertPicture(
  client: Queryable,
  diary: Authorized<Diary>,
  picture: NewPicture,
): Promise<PictureRow | undefined> {
  await ormOn(client)
    .insert(trackerPictures)
    .values({ ...picture, userId: diary.ownerId })
    .onConflictDoNothing()
  return pictureOf(client, diary, picture.id)
}

export async function pictureOf(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  id: string,
): Promise<PictureRow | undefined> {
  const [row] = await pictureWith(client, ownerId, id)
  return row
}

/** The same, held until the transaction ends: what sweeps old ones passes it by. */
export async function heldPicture(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  id: string,
): Promise<PictureRow | undefined> {
  const [row] = await pictureWith(client, ownerId, id).for('update')
  return row
}

function pictureWith(client: Queryable, ownerId: string, id: string) {
  return ormOn(client)
    .select()
    .from(trackerPictures)
    .where(and(eq(trackerPictures.userId, ownerId), eq(trackerPictures.id, id)))
}

/** How many pictures of the person wait for their operations, and how many are kept on other days than this one. */
export async function countPictures(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  except?: TrackerDay,
): Promise<{ waiting: number; saved: number }> {
  const own = eq(trackerPictures.userId, ownerId)
  const { day, trackerType } = trackerPictures
  const other = except && or(ne(day, except.day), ne(trackerType, except.trackerType))
  const [waiting, saved] = [
    await ormOn(client)
      .select({ count: count() })
      .from(trackerPictures)
      .where(and(own, isNull(day))),
    await ormOn(client)
      .select({ count: count() })
      .from(trackerPictures)
      .where(and(own, isNotNull(day), other)),
  ]
  return { waiting: waiting[0]?.count ?? 0, saved: saved[0]?.count ?? 0 }
}

/** Lets a picture that has come be that of a day; gives the key of the file of the one that was. */
export async function placePicture(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  { id, trackerType, day }: SavedPicture,
): Promise<string[]> {
  const orm = ormOn(client)
  const own = eq(trackerPictures.userId, ownerId)
  const ofDay = and(eq(trackerPictures.trackerType, trackerType), eq(trackerPictures.day, day))
  const gone = await orm
    .delete(trackerPictures)
    .where(and(own, ofDay, ne(trackerPictures.id, id)))
    .returning({ key: trackerPictures.blobKey })
  await orm
    .update(trackerPictures)
    .set({ trackerType, day })
    .where(and(own, eq(trackerPictures.id, id)))
  return gone.map(({ key }) => key)
}

/** Takes a picture away; gives the key of its file, none where it was gone. */
export async function deletePicture(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
  id: string,
): Promise<string[]> {
  const gone = await ormOn(client)
    .delete(trackerPictures)
    .where(and(eq(trackerPictures.userId, ownerId), eq(trackerPictures.id, id)))
    .returning({ key: trackerPictures.blobKey })
  return gone.map(({ key }) => key)
}

/** Every picture that is kept, oldest day first. */
export async function savedPictures(
  client: Queryable,
  { ownerId }: Authorized<Diary>,
): Promise<SavedPicture[]> {
  const { id, trackerType, day } = trackerPictures
  const rows = await ormOn(client)
    .select({ id, trackerType, day })
    .from(trackerPictures)
    .where(and(eq(trackerPictures.userId, ownerId), isNotNull(day)))
    .orderBy(asc(day), asc(trackerType))
  return rows.flatMap((row) =>
    row.trackerType && row.day ? [{ id: row.id, trackerType: row.trackerType, day: row.day }] : [],
  )
}

/** Forgets pictures whose operations never came, some of them; gives the keys of their files. */
export async function forgetWaitingPictures(
  client: Queryable,
  before: Date,
  rowsMax: number,
): Promise<string[]> {
  const orm = ormOn(client)
  const { userId, id, day, createdAt, blobKey } = trackerPictures
  const old = orm
    .select({ key: blobKey })
    .from(trackerPictures)
    .where(and(isNull(day), lt(createdAt, before)))
    .orderBy(asc(createdAt))
    .limit(rowsMax)
    .for('update', { skipLocked: true })
  const gone = await orm
    .delete(trackerPictures)
    .where(inArray(blobKey, old))
    .returning({ userId, id, key: blobKey })
  return gone.map(({ key }) => key)
}

/** The keys of all files of a person's pictures. */
export async function pictureKeys(
  orm: Pick<Orm, 'select'>,
  { userId }: Authorized<{ readonly userId: string }>,
): Promise<string[]> {
  const rows = await orm
    .select({ key: trackerPictures.blobKey })
    .from(trackerPictures)
    .where(eq(trackerPictures.userId, userId))
  return rows.map(({ key }) => key)
}

/** Which pictures a person keeps, and where each can be had; for their export. */
export function pictureParts(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const rows = await orm
      .select()
      .from(trackerPictures)
      .where(eq(trackerPictures.userId, userId))
      .orderBy(asc(trackerPictures.createdAt))
    return rows.map(({ id, trackerType, day, bytes, createdAt }) => ({
      trackerType,
      day,
      bytes,
      createdAt,
      file: `/api/trackers/pictures/${id}`,
    }))
  }
}
