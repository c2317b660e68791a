import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { laneOf } from '#contract/commands.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { answerableDay } from '#contract/trackers/model.ts'
import {
  pictureChangeSchema,
  pictureRule,
  pictureSideMax,
  picturesMax,
  tooManyPicturesText,
  type PictureChange,
  type PictureReceipt,
} from '#contract/trackers/picture.ts'
import { type Queryable, inTransaction } from '#server/db/orm.ts'
import type { Applier, Outcome } from '#server/features/sync/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { contentTypes, type FileReply } from '#server/http/routing/response.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { PictureError, tooManyPixelsText, type Pictures } from '#server/http/static/pictures.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import { dropFiles, keepFiles, type BlobStore } from '#server/ports/blobs/store.ts'
import {
  countPictures,
  deletePicture,
  forgetWaitingPictures,
  heldPicture,
  insertPicture,
  pictureOf,
  placePicture,
  type PictureRow,
} from './pictures-repo.ts'
import { onlyAdolescents, type Diary, ownDiary } from './service.ts'

export interface PicturesDeps {
  readonly pool: pg.Pool
  readonly blobs: BlobStore
  readonly pictures: Pictures
  readonly uploads: Limiter
  readonly now: () => number
  readonly newId: () => string
}

/** Pictures per person and hour: each keeps a core busy for a moment. */
export const picturesPerHourMax = 60

/** Pictures whose operations have not come yet. */
export const waitingPicturesMax = 30

/** A phone that sent one up and then lost its network for longer sends it again. */
export const waitingPictureDaysMax = 7

const sweepMax = 200

/** Soon enough for a file that is sent up right then. */
const fileWaitMs = 1_000

/** The pictures of days, as files: on their way in, and for their own person alone. */
export function createDayPictures(deps: PicturesDeps) {
  const { pool, blobs, now } = deps

  /** Takes a picture in; the same again is the first one. Throws `op_reused`, `invalid_file`, `rate_limited` or `busy`. */
  async function put(actor: Actor, id: string, file: UploadedFile): Promise<{ id: string }> {
    const diary = ownDiary(actor)
    const sentHash = hash('sha256', await readFile(file.path))
    const known = await pictureOf(pool, diary, id)
    if (known) return sameFile(known, sentHash)
    await deps.uploads.take(actor.userId)
    if ((await countPictures(pool, diary)).waiting >= waitingPicturesMax) {
      throw new ProblemError('rate_limited')
    }
    const staged = await stage(deps, file.path)
    const stored = await inTransaction(pool, 'begin', async (client) => {
      const createdAt = new Date(now())
      const row = await insertPicture(client, diary, { id, ...staged, sentHash, createdAt })
      if (row?.blobKey === staged.blobKey) await keepFiles(client, [staged.blobKey])
      return row
    }).catch(async (error: unknown) => {
      await blobs.discard([staged.blobKey])
      throw error
    })
    if (stored?.blobKey !== staged.blobKey) await blobs.discard([staged.blobKey])
    return sameFile(stored, sentHash)
  }

  /** A picture that is kept, for its person. Throws `not_found`. */
  async function get(actor: Actor, id: string): Promise<FileReply> {
    const row = await pictureOf(pool, ownDiary(actor), id)
    const blob = row?.day && (await blobs.get(row.blobKey))
    if (!blob) throw new ProblemError('not_found')
    return { ...blob, contentType: contentTypes.webp }
  }

  return { put, get }
}

/** Made anew and small, which leaves out where it was taken. */
async function stage({ blobs, pictures, newId }: PicturesDeps, path: string) {
  const blobKey = `tracker-pictures/${newId()}.webp`
  const side = { width: pictureSideMax, height: pictureSideMax }
  try {
    return await pictures.make(
      path,
      [{ ...side, fit: 'inside', withoutEnlargement: true }],
      async ([image]) => {
        if (!image) throw new Error('No picture was made')
        await blobs.stage(blobKey, image.path)
        return { blobKey, bytes: image.bytes }
      },
    )
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    const text = error.reason === 'too_large' ? tooManyPixelsText : pictureRule.kindText
    throw new ProblemError('invalid_file', { fields: { file: text } })
  }
}

/** An id is used once. */
function sameFile(stored: PictureRow | undefined, sentHash: string): { id: string } {
  if (stored?.sentHash !== sentHash) throw new ProblemError('op_reused')
  return { id: stored.id }
}

/** How the server carries out that a picture is to be kept, or no more. */
export const keepPicture: Applier<PictureChange> = {
  policy: onlyAdolescents,
  lane: (change) => laneOf('trackers.picture', change),
  schema: () => pictureChangeSchema,
  batchMax: 10,
  async apply({ client, actor, today, nowMs }, ops) {
    const diary = ownDiary(actor)
    const at = new Date(nowMs)
    const outcomes: Outcome[] = []
    // One after the other: what one of them removes makes room for the next.
    for (const { opId, payload } of ops) {
      outcomes.push(
        payload.removes === null
          ? await keep(client, diary, { id: opId, change: payload, today, at })
          : await remove(client, diary, { id: payload.removes, change: payload, at }),
      )
    }
    return outcomes
  },
  replay: ({ opId, payload }) => receiptOf(opId, payload),
}

function receiptOf(opId: string, change: PictureChange): PictureReceipt {
  return { ...change, saved: change.removes === null ? opId : null }
}

interface Change {
  readonly id: string
  readonly change: PictureChange
  readonly at: Date
}

async function keep(
  client: Queryable,
  diary: Authorized<Diary>,
  { id, change, today, at }: Change & { readonly today: LocalDate },
): Promise<Outcome> {
  if (answerableDay(change.day, today) === 'future') {
    return { status: 'rejected', code: 'date_out_of_range' }
  }
  if (!(await heldPicture(client, diary, id))) {
    return { status: 'later', code: 'file_missing', afterMs: fileWaitMs }
  }
  if ((await countPictures(client, diary, change)).saved >= picturesMax) {
    return { status: 'rejected', code: 'wrong_state', message: tooManyPicturesText }
  }
  const { trackerType, day } = change
  await dropFiles(client, await placePicture(client, diary, { id, trackerType, day }), at)
  return { status: 'applied', result: receiptOf(id, change) }
}

/** That it is gone already is no reason to refuse: another device was quicker. */
async function remove(
  client: Queryable,
  diary: Authorized<Diary>,
  { id, change, at }: Change,
): Promise<Outcome> {
  await dropFiles(client, await deletePicture(client, diary, id), at)
  return { status: 'applied', result: receiptOf(id, change) }
}

/** Removes pictures whose operations never came. */
export async function sweepPictures(pool: pg.Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - waitingPictureDaysMax * 86_400_000)
  await inTransaction(pool, 'begin', async (client) => {
    await dropFiles(client, await forgetWaitingPictures(client, before, sweepMax), now)
  })
}
