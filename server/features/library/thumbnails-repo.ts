import { sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/db/orm.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { videoThumbnails } from '#server/db/schema/library.ts'
import { listed } from './item-row.ts'

/** True when something that this viewer may see names the video: pictures of others are nobody's errand here. */
export async function isNamed(
  client: Queryable,
  viewerId: string,
  videoId: string,
): Promise<boolean> {
  const { rows } = await client.query({
    name: 'library_video_named',
    text: `select 1 from (
        select author_id from library_items where video_id = $1
        union all select user_id from intro_videos where video_id = $1
      ) named join users u on u.id = named.author_id
      where ${listed} or u.id = $2 limit 1`,
    values: [videoId, viewerId],
  })
  return rows.length > 0
}

export async function thumbnailKey(
  client: Queryable,
  videoId: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ key: string }>({
    name: 'library_thumbnail',
    text: 'select blob_key as key from video_thumbnails where video_id = $1',
    values: [videoId],
  })
  return rows[0]?.key
}

/** Notes a picture that was fetched. `'taken'` when another request was faster: its picture stays. */
export async function insertThumbnail(
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
  const { rows } = await tx.execute<{ key: string }>(
    sql`delete from video_thumbnails where video_id = ${videoId}
      and not exists (select 1 from library_items where video_id = ${videoId})
      and not exists (select 1 from intro_videos where video_id = ${videoId})
      returning blob_key as key`,
  )
  return rows.map(({ key }) => key)
}
