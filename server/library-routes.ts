import type { articlesApi } from '#contract/library/articles-api.ts'
import type { libraryApi } from '#contract/library/library-api.ts'
import type { introVideosApi, videosApi } from '#contract/library/videos-api.ts'
import type { Database } from './db/client.ts'
import { createArticles } from './features/library/articles.ts'
import { createFiles } from './features/library/files.ts'
import { createIntros } from './features/library/intros.ts'
import { createPublishing, writesPerHourMax } from './features/library/publishing.ts'
import { createReading } from './features/library/reading.ts'
import {
  articlesRoutes,
  introVideosRoutes,
  libraryRoutes,
  videosRoutes,
} from './features/library/routes.ts'
import { createThumbnails } from './features/library/thumbnails.ts'
import { createVideos } from './features/library/videos.ts'
import { createDoOnce } from './features/sync/once.ts'
import { createLimiter } from './http/limiter.ts'
import type { Pictures } from './http/pictures.ts'
import type { Routes } from './http/route.ts'
import type { UploadFolder } from './http/upload-folder.ts'
import type { BlobStore } from './ports/blobs/store.ts'
import type { ThumbnailPort } from './ports/thumbnails/port.ts'

const hourSeconds = 3_600

export interface LibraryRoutesParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly pictures: Pictures
  readonly uploadFolder: UploadFolder
  readonly thumbnails: ThumbnailPort
  readonly now: () => number
  readonly newId: () => string
}

/** Everything about articles and videos, put together. */
export function createLibraryRoutes(
  parts: LibraryRoutesParts,
): Routes<typeof articlesApi & typeof videosApi & typeof introVideosApi & typeof libraryApi> {
  const { pool, orm } = parts.database
  const writes = createLimiter(pool, 'library', writesPerHourMax, hourSeconds)
  const publishing = createPublishing({ ...parts, pool, orm, doOnce: createDoOnce(orm), writes })
  const reading = createReading({ pool })
  return {
    ...articlesRoutes(reading, createArticles({ ...parts, publishing })),
    ...videosRoutes(reading, createVideos({ publishing })),
    ...introVideosRoutes(createIntros({ ...parts, pool, orm, writes })),
    ...libraryRoutes(
      reading,
      createFiles({ ...parts, pool }),
      createThumbnails({ ...parts, pool, orm }),
    ),
  }
}
