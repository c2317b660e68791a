import { v7 as newUuid } from 'uuid'
import * as v from 'valibot'
import { laneOf } from '#contract/commands.ts'
import { pictureChangeSchema } from '#contract/trackers/picture.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { deleteOp, enqueue, type TapMoment } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { picturesOnDevice, type NotePicture } from '#src/offline/features/tracker-pictures.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import type { TrackerDay } from './note-draft.ts'

/** Whether the picture of a day is on this phone alone, on its way to the account, there, or was refused. */
export type PictureKeeping = 'phone' | 'waiting' | 'account' | 'refused'

export async function readKeeping(db: UserDatabase, of: TrackerDay): Promise<PictureKeeping> {
  const last = (await changesOf(db, of)).at(-1)
  if (last?.removes === null) return keepingOf(last.row)
  // Of a removal that was refused the account still has the picture.
  if (last && last.row.state !== 'dead') return 'phone'
  return (await savedId(db, of)) === undefined ? 'phone' : 'account'
}

function keepingOf({ state }: OutboxRow): PictureKeeping {
  return state === 'dead' ? 'refused' : 'waiting'
}

/** Puts the picture of a day in line to be kept with the account. Throws as `enqueue` does. */
export async function keepPicture(
  db: UserDatabase,
  { trackerType, day }: TrackerDay,
  newTap = tapNow,
): Promise<void> {
  const picture = await db.trackerPictures.get([trackerType, day])
  if (!picture) return
  const tap = newTap()
  const { type, data } = picture
  // First, so that whoever takes the answer in knows the picture by this name.
  await userTransaction(db, [db.trackerPictures], () =>
    db.trackerPictures.put({ ...picture, id: tap.opId }),
  )
  const payload = { trackerType, day, removes: null }
  await enqueue(db, { kind: 'trackers.picture', payload }, tap, { name: '', type, data })
}

/**
 * Takes the picture of a day off the account; on this phone it stays. What never left the phone is taken out of the line, and the
 * server hears nothing of it. Throws as `enqueue` does.
 */
export async function takeOff(db: UserDatabase, of: TrackerDay, newTap = tapNow): Promise<void> {
  const gone = new Set<string>()
  for (const { row, removes } of await changesOf(db, of)) {
    if (removes === null) {
      if (!(await takeBack(db, row))) await removeSaved(db, { ...of, id: row.opId }, newTap())
    } else if (row.state === 'dead') await deleteOp(db, row.opId)
    else gone.add(removes)
  }
  const id = await savedId(db, of)
  if (id !== undefined && !gone.has(id)) await removeSaved(db, { ...of, id }, newTap())
}

/**
 * Stores the picture of a day in the place of the one before, which goes off the account: each picture is kept there by a choice of
 * its own. All of it is done or nothing. Throws as `enqueue` does.
 */
export async function replacePicture(
  db: UserDatabase,
  picture: NotePicture,
  newTap = tapNow,
): Promise<void> {
  const tables = [db.trackerPictures, db.outbox, db.attachments, db.attachmentFiles]
  await withQuotaRetry(() =>
    userTransaction(db, tables, async () => {
      await db.trackerPictures.put(picture)
      await takeOff(db, picture, newTap)
    }),
  )
}

function tapNow(): TapMoment {
  return tapMoment({ epochMs: Date.now(), opId: newUuid() })
}

/** True where the operation is gone and nothing of it can have reached the server. */
async function takeBack(db: UserDatabase, { opId, attempts }: OutboxRow): Promise<boolean> {
  const file = await db.attachments.get(opId)
  const untried = attempts === 0 && !!file && !file.uploaded && file.attempts === 0
  return (await deleteOp(db, opId)) === 'deleted' && untried && file.sentBytes === 0
}

async function removeSaved(
  db: UserDatabase,
  { trackerType, day, id }: TrackerDay & { readonly id: string },
  tap: TapMoment,
): Promise<void> {
  const payload = { trackerType, day, removes: id }
  await enqueue(db, { kind: 'trackers.picture', payload }, tap)
}

/** What waits or was refused of a day's picture, in the order of the taps. */
async function changesOf(db: UserDatabase, { trackerType, day }: TrackerDay) {
  const lane = laneOf('trackers.picture', { trackerType, day, removes: null })
  const rows = await db.outbox.where('lane').equals(lane).sortBy('seq')
  return rows.flatMap((row) => {
    const change = v.safeParse(pictureChangeSchema, row.payload)
    return change.success ? [{ row, removes: change.output.removes }] : []
  })
}

async function savedId(db: UserDatabase, of: TrackerDay): Promise<string | undefined> {
  const { saved } = await picturesOnDevice(db)
  return saved.find(({ trackerType, day }) => trackerType === of.trackerType && day === of.day)?.id
}
