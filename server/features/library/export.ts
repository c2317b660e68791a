import { asc, eq } from 'drizzle-orm'
import { youtubeUrl } from '#contract/library/youtube.ts'
import type { Orm } from '#server/db/orm.ts'
import { introVideos, libraryItems } from '#server/db/schema/library.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

/** Everything that a person published, oldest first, and their introduction. */
export function libraryExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const items = await orm
      .select({
        kind: libraryItems.kind,
        category: libraryItems.category,
        title: libraryItems.title,
        text: libraryItems.body,
        videoId: libraryItems.videoId,
        attachment: libraryItems.attachment,
        createdAt: libraryItems.createdAt,
        updatedAt: libraryItems.updatedAt,
      })
      .from(libraryItems)
      .where(eq(libraryItems.authorId, userId))
      .orderBy(asc(libraryItems.id))
    const [intro] = await orm
      .select({ videoId: introVideos.videoId, updatedAt: introVideos.updatedAt })
      .from(introVideos)
      .where(eq(introVideos.userId, userId))
    return {
      items: items.map(({ videoId, ...item }) => ({ ...item, ...address(videoId) })),
      introVideo: intro ? { ...address(intro.videoId), updatedAt: intro.updatedAt } : null,
    }
  }
}

function address(videoId: string | null): { url?: string } {
  return videoId === null ? {} : { url: youtubeUrl(videoId) }
}
