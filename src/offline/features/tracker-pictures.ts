import type { LocalDate } from '#contract/local-date.ts'
import { trackersApi } from '#contract/trackers/api.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import {
  pictureReceiptSchema,
  type SavedPicture,
  type PictureReceipt,
} from '#contract/trackers/picture.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi, fetchFile } from '#src/offline/api/api.ts'
import { dropAttachments } from '#src/offline/engine/attachments.ts'
import type { Kind } from '#src/offline/engine/outbox-row.ts'
import type { OutgoingPicture } from '#src/offline/files/uploads.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError, withinQuota } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** The picture of a day, made small. */
export interface NotePicture {
  readonly trackerType: TrackerType
  readonly day: LocalDate
  readonly type: string
  readonly data: ArrayBuffer
  /** The name that the account knows it by, or will; absent where it never was to go there. */
  readonly id?: string
}

/** What this device knows of the pictures of an account. */
export interface PicturesOnDevice {
  /** How often the server has acknowledged a change: a list that was asked for before says less than this. */
  readonly acks: number
  /** The life of the server's data that the last list came from. */
  readonly epoch?: string
  /** The pictures that are here and in the account; a copy was made on another device. */
  readonly saved: readonly (SavedPicture & { readonly copy: boolean })[]
}

export const trackersPicture: Kind<'trackers.picture', PictureReceipt> = {
  tables: (db) => [db.trackerPictures, db.attachments, db.attachmentFiles],

  async admit() {
    return 'ok'
  },

  /** The account will know the picture by the new id. */
  async replaced(db, { trackerType, day }, { oldId, newId }) {
    const picture = await db.trackerPictures.get([trackerType, day])
    if (picture?.id === oldId) await db.trackerPictures.put({ ...picture, id: newId })
  },

  async settle(db, receipts) {
    for (const receipt of receipts) await settleOne(db, receipt)
  },

  resultSchema: pictureReceiptSchema,
}

/** One that was replaced here meanwhile stays what it is: what replaced it has an operation of its own. */
async function settleOne(
  db: UserDatabase,
  { trackerType, day, removes, saved }: PictureReceipt,
): Promise<void> {
  const known = await picturesOnDevice(db)
  const others = known.saved.filter(({ id }) => id !== removes && id !== saved)
  const here = saved !== null && (await db.trackerPictures.get([trackerType, day]))?.id === saved
  const own = here ? [{ trackerType, day, id: saved, copy: false }] : []
  await writeKnown(db, { ...known, acks: known.acks + 1, saved: [...others, ...own] })
  if (saved !== null) await dropAttachments(db, [saved])
}

export async function picturesOnDevice(db: UserDatabase): Promise<PicturesOnDevice> {
  const row = await db.meta.get('trackerPictures')
  return row?.key === 'trackerPictures' ? row : { acks: 0, saved: [] }
}

/** The picture that an operation brought to the account, where it is still here. */
export async function pictureNamed(
  db: UserDatabase,
  id: string,
): Promise<Pick<NotePicture, 'type' | 'data'> | undefined> {
  const known = (await picturesOnDevice(db)).saved.find((each) => each.id === id)
  const row = known && (await db.trackerPictures.get([known.trackerType, known.day]))
  return row?.id === id ? row : undefined
}

async function writeKnown(db: UserDatabase, known: PicturesOnDevice): Promise<void> {
  await db.meta.put({ ...known, key: 'trackerPictures' })
}

/** Sends one picture up, before the operation that keeps it. Rejects as the call does. */
export async function uploadPicture(
  { messageId, blob }: OutgoingPicture,
  token: string,
): Promise<void> {
  const given = { body: { id: messageId }, files: { file: blob } }
  await callApi(trackersApi.putTrackerPicture, given, { token })
}

/** So many come at once; the next look brings more. */
const fetchedMax = 20

/**
 * Asks which pictures the account keeps and fetches some that are not here. Rejects as the calls do; a server of an earlier
 * build keeps none. A picture that the server fails to give stops none of the others.
 */
export async function refreshPictures(db: UserDatabase, token: string): Promise<void> {
  const { acks } = await picturesOnDevice(db)
  const page = await askForPictures(token)
  if (!page) return
  const failures: Error[] = []
  for (const each of (await storeSaved(db, page, acks)).slice(0, fetchedMax)) {
    const blob = await unlessGone(
      fetchFile(trackersApi.getTrackerPicture, { params: { id: each.id } }, { token }),
    ).catch((error: unknown) => {
      if (!isApiProblem(error) || error.problem.code !== 'internal') throw error
      failures.push(error)
    })
    if (!blob) continue
    const copy = { ...each, type: blob.type, data: await blob.arrayBuffer() }
    // A full disk costs the copies and must not cost the words that came with them.
    if (!(await roomFor(() => storeCopy(db, copy)))) return
  }
  if (failures.length > 0) throw failures[0]
}

/** What the server said of an account's pictures. */
export interface PicturesPage {
  readonly pictures: readonly SavedPicture[]
  readonly epoch: string
}

async function askForPictures(token: string): Promise<PicturesPage | undefined> {
  return await unlessGone(callApi(trackersApi.trackerPictures, {}, { token }))
}

/** Undefined where the server has no such thing: a call that it does not know, or a picture that was taken off just now. */
async function unlessGone<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isApiProblem(error) && error.problem.code === 'not_found') return undefined
    throw error
  }
}

async function roomFor(store: () => Promise<void>): Promise<boolean> {
  try {
    await store()
    return true
  } catch (error) {
    if (error instanceof StorageFullError) return false
    throw error
  }
}

/**
 * Takes in which pictures the account keeps; gives those that are to be fetched. A copy whose picture was taken off elsewhere goes;
 * what was chosen on this device stays here, and so does one that is being taken off from here, and every copy where the server was
 * restored and may have forgotten it.
 */
export async function storeSaved(
  db: UserDatabase,
  { pictures, epoch }: PicturesPage,
  acksBefore: number,
): Promise<SavedPicture[]> {
  return await userTransaction(db, [db.trackerPictures, db.outbox], async () => {
    const known = await picturesOnDevice(db)
    if (known.acks !== acksBefore) return []
    const listed = new Set(pictures.map(({ id }) => id))
    const same = known.epoch === undefined || known.epoch === epoch
    const changing = await changingLanes(db)
    const gone = known.saved.filter(
      (each) => each.copy && same && !listed.has(each.id) && !changing.has(laneOfDay(each)),
    )
    await dropCopies(db, gone)
    const days = new Set((await db.trackerPictures.toCollection().primaryKeys()).map(String))
    const stays = known.saved.filter((each) => listed.has(each.id) && days.has(keyOf(each)))
    const news = pictures.filter(
      (each) => !stays.some(({ id }) => id === each.id) && !changing.has(laneOfDay(each)),
    )
    const here = await db.trackerPictures.bulkGet(
      news.map(({ trackerType, day }): [TrackerType, string] => [trackerType, day]),
    )
    // One of this device whose receipt was lost, or that a server has again.
    const own = news.filter(({ id }, index) => here[index]?.id === id)
    const saved = [...stays, ...own.map((each) => ({ ...each, copy: false }))]
    await writeKnown(db, { ...known, epoch, saved })
    const copies = new Set(stays.filter(({ copy }) => copy).map(keyOf))
    return news.filter((each, index) => !here[index] || copies.has(keyOf(each)))
  })
}

/** Stores a picture of another device, unless this one has one of its own meanwhile, or is changing that of the account. */
export async function storeCopy(
  db: UserDatabase,
  picture: NotePicture & { readonly id: string },
): Promise<void> {
  const { trackerType, day, id } = picture
  await withinQuota(() =>
    userTransaction(db, [db.trackerPictures, db.outbox], async () => {
      const known = await picturesOnDevice(db)
      const isCopy = known.saved.some((one) => one.copy && keyOf(one) === keyOf(picture))
      const own = !isCopy && (await db.trackerPictures.get([trackerType, day])) !== undefined
      if (own || (await changingLanes(db)).has(laneOfDay(picture))) return
      await db.trackerPictures.put(picture)
      const others = known.saved.filter((one) => keyOf(one) !== keyOf(picture))
      await writeKnown(db, { ...known, saved: [...others, { trackerType, day, id, copy: true }] })
    }),
  )
}

/** A picture that was chosen here in the place of a copy is none. */
async function dropCopies(db: UserDatabase, copies: readonly SavedPicture[]): Promise<void> {
  const keys = copies.map(({ trackerType, day }): [TrackerType, string] => [trackerType, day])
  const rows = await db.trackerPictures.bulkGet(keys)
  await db.trackerPictures.bulkDelete(
    keys.filter((_, index) => rows[index]?.id === copies[index]?.id),
  )
}

async function changingLanes(db: UserDatabase): Promise<ReadonlySet<string>> {
  const rows = await db.outbox.where('lane').startsWith('tracker-picture:').toArray()
  return new Set(rows.map(({ lane }) => lane))
}

type PictureDay = Pick<NotePicture, 'trackerType' | 'day'>

function laneOfDay({ trackerType, day }: PictureDay): string {
  return `tracker-picture:${trackerType}:${day}`
}

/** As a primary key reads as text. */
function keyOf({ trackerType, day }: PictureDay): string {
  return String([trackerType, day])
}
