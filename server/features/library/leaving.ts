import { asc, eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/orm.ts'
import { introVideos, libraryItems, libraryRemovals } from '#server/db/schema/library.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { keysOfAttachment } from './attachments.ts'
import { dropUnnamedThumbnail } from './thumbnails-repo.ts'
import { nextSeqs } from './write-repo.ts'

/**
 * Takes everything that a person published out of the library, in the transaction that deletes their account, and
 * gives the keys of its files. Traces of the items stay in the feed, which name nobody.
 */
export async function leaveLibrary(
  tx: Transaction,
  { userId }: Authorized<{ readonly userId: string }>,
  at: Date,
): Promise<string[]> {
  const intros = await tx
    .delete(introVideos)
    .where(eq(introVideos.userId, userId))
    .returning({ videoId: introVideos.videoId })
  // The head is locked before the items are counted: one that is published meanwhile is seen or refused.
  await nextSeqs(tx, 0)
  const items = await tx
    .select({
      id: libraryItems.id,
      kind: libraryItems.kind,
      attachment: libraryItems.attachment,
      videoId: libraryItems.videoId,
    })
    .from(libraryItems)
    .where(eq(libraryItems.authorId, userId))
    .orderBy(asc(libraryItems.id))
  if (items.length > 0) {
    const firstSeq = await nextSeqs(tx, items.length)
    await tx.delete(libraryItems).where(eq(libraryItems.authorId, userId))
    await tx.insert(libraryRemovals).values(
      items.map(({ id, kind }, index) => ({
        id,
        kind,
        reason: 'author_deleted' as const,
        seq: firstSeq + index,
        removedAt: at,
      })),
    )
  }
  const keys = items.flatMap(({ attachment }) => keysOfAttachment(attachment))
  for (const { videoId } of [...items, ...intros]) {
    if (videoId !== null) keys.push(...(await dropUnnamedThumbnail(tx, videoId)))
  }
  return keys
}
