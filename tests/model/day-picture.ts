import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { keepPicture, readKeeping, takeOff } from '#src/features/trackers/notes/saved-picture.ts'
import { unsentOps, type TapMoment } from '#src/offline/engine/outbox.ts'
import { picturesOnDevice, storeSaved } from '#src/offline/features/tracker-pictures.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import type { ModelServer } from './model-server.ts'

/** The person chooses a picture of the day that their account is to keep, or takes off what it keeps. */
export type PictureTap = 'picture' | 'picture off'

export function isPictureTap(tap: string): tap is PictureTap {
  return tap === 'picture' || tap === 'picture off'
}

/** All pictures are of one day, so that each meets the others. */
const day = { trackerType: 'Mood' as const, day: '2000-01-01' as LocalDate }
const key: [TrackerType, string] = [day.trackerType, day.day]

/** Gives the ids of operations that are gone by it, and what is newly in line. */
export async function changePicture(
  db: UserDatabase,
  tap: PictureTap,
  newTap: () => TapMoment,
): Promise<{ deleted: string[]; queued: { opId: string; lane: string }[] }> {
  const before = await unsentOps(db)
  await takeOff(db, day, newTap)
  if (tap === 'picture') {
    const picture = { ...day, type: 'image/jpeg', data: new ArrayBuffer(8) }
    await userTransaction(db, [db.trackerPictures], () => db.trackerPictures.put(picture))
    await keepPicture(db, day, newTap)
  }
  const after = await unsentOps(db)
  const isIn = (rows: typeof before, opId: string) => rows.some((row) => row.opId === opId)
  return {
    deleted: before.filter(({ opId }) => !isIn(after, opId)).map(({ opId }) => opId),
    queued: after.filter(({ opId }) => !isIn(before, opId)),
  }
}

/** What the phone says of the day's picture, its name here, and what the server has. */
export async function pictureOf(db: UserDatabase, server: ModelServer) {
  return {
    keeping: await readKeeping(db, day),
    here: (await db.trackerPictures.get(key))?.id,
    saved: server.pictures.get(key.join(' ')),
  }
}

/** Reads which pictures the account keeps. */
export async function readPictures(db: UserDatabase, server: ModelServer): Promise<void> {
  const { acks } = await picturesOnDevice(db)
  const pictures = [...server.pictures.values()].map((id) => ({ ...day, id }))
  await storeSaved(db, { pictures, epoch: server.epoch }, acks)
}
