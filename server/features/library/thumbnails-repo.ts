import type { Orm, Transaction } from '#server/db/orm.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { videoThumbnails } from '#server/db/schema/library.ts'
import { libraryThumbnail, libraryVideoNamed, unnamedThumbnailDelete } from './library.sql.ts'

/** True when something that this viewer may see names the video: pictures of others are nobody's errand here. */
export async function isNamed(
  client: Queryable,
  viewerId: string,
  videoId: string,
): Promise<boolean> {
  return (await libraryVideoNamed.run(client, [videoId, viewerId])) > 0
}

export async function thumbnailKey(
  client: Queryable,
  videoId: string,
): Promise<string | undefined> {
  const row = await libraryThumbnail.first(client, [videoId])
  return row?.key
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
  const rows = await unnamedThumbnailDelete.all(tx, videoId)
  return rows.map(({ key }) => key)
}
