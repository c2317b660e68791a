import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import type { Orm, Transaction, Queryable } from '#server/db/orm.ts'
import { videoThumbnails } from '#server/db/schema/library.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { FileReply } from '#server/http/routing/response.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { PictureError, type Pictures } from '#server/http/static/pictures.ts'
import type { UploadFolder } from '#server/http/uploads/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { ThumbnailPort } from '#server/ports/thumbnails/host.ts'
import { libraryThumbnail, libraryVideoNamed, unnamedThumbnailDelete } from './library.sql.ts'

export interface ThumbnailsDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly blobs: BlobStore
  readonly pictures: Pictures
  readonly uploadFolder: UploadFolder
  readonly thumbnails: ThumbnailPort
  readonly now: () => number
  readonly newId: () => string
}

/** What is asked of YouTube has black bars above and below, which the cut to the player's shape takes away. */
const shape = { width: 480, height: 270, fit: 'cover' } as const

/** After a failure the outside is left alone for this long, video by video. */
export const restMs = 10 * 60_000

/** More videos than this in that time, and the oldest failures are forgotten. */
const restingMax = 1_000
export type Thumbnails = ReturnType<typeof createThumbnails>

/** Pictures of videos, each fetched from outside once and kept; a drawn one where there is none. */
export function createThumbnails(deps: ThumbnailsDeps) {
  const { pool, orm, blobs, pictures, uploadFolder, thumbnails, now, newId } = deps
  const fetching = new Map<string, Promise<void>>()
  const restingUntilMs = new Map<string, number>()

  /** Throws `not_found` for a video that nothing names which this viewer may see. */
  async function picture(actor: Actor, videoId: string): Promise<FileReply> {
    if (!(await isNamed(pool, actor.userId, videoId))) throw new ProblemError('not_found')
    const stored = await storedPicture(videoId)
    if (stored) return stored
    await fetchOnce(videoId)
    return (await storedPicture(videoId)) ?? drawn()
  }

  async function storedPicture(videoId: string): Promise<FileReply | undefined> {
    const key = await thumbnailKey(pool, videoId)
    const blob = key === undefined ? undefined : await blobs.get(key)
    const headers = { 'cache-control': 'private, max-age=604800' }
    return blob && { ...blob, contentType: 'image/webp', headers }
  }

  /** Everybody who asks for one picture at the same time waits for one fetch. */
  async function fetchOnce(videoId: string): Promise<void> {
    if ((restingUntilMs.get(videoId) ?? 0) > now()) return
    const underWay = fetching.get(videoId) ?? fetchAndKeep(videoId)
    fetching.set(videoId, underWay)
    await underWay.finally(() => fetching.delete(videoId))
  }

  async function fetchAndKeep(videoId: string): Promise<void> {
    // It may have come between the look at the store and now.
    if ((await thumbnailKey(pool, videoId)) !== undefined) return
    const path = uploadFolder.newPath()
    try {
      const outcome = await thumbnails.fetch(videoId, path)
      if (outcome === 'fetched' && (await keep(videoId, path))) return
      rest(videoId)
    } finally {
      await rm(path, { force: true })
    }
  }

  /** False for what is no picture. */
  async function keep(videoId: string, path: string): Promise<boolean> {
    // Of two processes that fetch the same picture, one stays without a row for its own.
    const blobKey = `thumbnails/${newId()}.webp`
    try {
      await pictures.make(path, [shape], async ([made]) => {
        await blobs.stage(blobKey, made?.path ?? '')
        const fetchedAt = new Date(now())
        const row = { videoId, blobKey, fetchedAt }
        const outcome = await insertThumbnail(orm, row, (tx) => blobs.keep(tx, [blobKey]))
        if (outcome === 'taken') await blobs.discard([blobKey])
      })
      return true
    } catch (error) {
      if (error instanceof PictureError) return false
      throw error
    }
  }

  function rest(videoId: string): void {
    restingUntilMs.delete(videoId)
    restingUntilMs.set(videoId, now() + restMs)
    const [oldest] = restingUntilMs.keys()
    if (restingUntilMs.size > restingMax && oldest !== undefined) restingUntilMs.delete(oldest)
  }

  return { picture }
}

function drawn(): FileReply {
  return {
    stream: Readable.from([placeholderPicture]),
    bytes: placeholderPicture.length,
    contentType: 'image/svg+xml',
    headers: { 'cache-control': 'private, max-age=600' },
  }
}

/** Shown where a video's own picture cannot be had: soft hills and a play mark, in colours of the app. */
const placeholderPicture =
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 270" width="480" height="270">
<defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7c6cf0"/><stop offset="1" stop-color="#f08fb4"/></linearGradient></defs>
<rect width="480" height="270" fill="url(#sky)"/>
<circle cx="372" cy="78" r="34" fill="#ffe3b8" opacity=".85"/>
<path d="M0 212C80 168 150 232 240 196S400 168 480 206V270H0Z" fill="#4b3fa8" opacity=".45"/>
<path d="M0 240C90 206 190 262 290 230S420 216 480 236V270H0Z" fill="#33296f" opacity=".55"/>
<circle cx="240" cy="135" r="38" fill="#fff" opacity=".92"/>
<path d="M228 115L262 135L228 155Z" fill="#4b3fa8"/>
</svg>`)

/** True when something that this viewer may see names the video: pictures of others are nobody's errand here. */
async function isNamed(client: Queryable, viewerId: string, videoId: string): Promise<boolean> {
  return (await libraryVideoNamed.run(client, [videoId, viewerId])) > 0
}

async function thumbnailKey(client: Queryable, videoId: string): Promise<string | undefined> {
  const row = await libraryThumbnail.first(client, [videoId])
  return row?.key
}

/** Notes a picture that was fetched. `'taken'` when another request was faster: its picture stays. */
async function insertThumbnail(
  orm: Orm,
  thumbnail: { videoId: string; blobKey: string; fetchedAt: Date },
  alongside: (tx: Transaction) => Promise<void>,
): Promise<'inserted' | 'taken'> {
  return orm.transaction(async (tx) => {
    const added = await tx.insert(videoThumbnails).values(thumbnail).onConflictDoNothing()
    if (added.rowCount !== 1) return 'taken'
    await alongside(tx)
    return 'inserted'
  })
}

/** Forgets the picture of a video that nothing names any more, and gives its key to be dropped. */
export async function dropUnnamedThumbnail(tx: Transaction, videoId: string): Promise<string[]> {
  const rows = await unnamedThumbnailDelete.all(tx, videoId)
  return rows.map(({ key }) => key)
}
