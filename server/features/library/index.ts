import { defineFeature } from '#server/feature.ts'
import type { Deps } from '#server/deps.ts'
import { createDoOnce } from '#server/features/sync/index.ts'
import { createLimiter } from '#server/http/limits/limiter.ts'
import { createArticles } from './articles.ts'
import { libraryExport } from './export.ts'
import { createFiles } from './files.ts'
import { createIntros } from './intros.ts'
import { leaveLibrary } from './leaving.ts'
import { createPublishing, writesPerHourMax } from './publishing.ts'
import { createReading } from './reading.ts'
import { articlesRoutes, introVideosRoutes, libraryRoutes, videosRoutes } from './routes.ts'
import { createThumbnails } from './thumbnails.ts'
import { createVideos } from './videos.ts'

export { reportedItem } from './reported-item.ts'

const hourSeconds = 3_600

export const library = defineFeature({
  routes: createRoutes,
  exportData: ({ database }) => ({ library: libraryExport(database.orm) }),
  accountDeletion:
    ({ now }) =>
    (tx, own) =>
      leaveLibrary(tx, own, new Date(now())),
})

function createRoutes(deps: Deps) {
  const { pool, orm } = deps.database
  const writes = createLimiter(pool, 'library', writesPerHourMax, hourSeconds)
  const publishing = createPublishing({ ...deps, pool, orm, doOnce: createDoOnce(orm), writes })
  const reading = createReading({ pool })
  return {
    ...articlesRoutes(reading, createArticles({ ...deps, publishing })),
    ...videosRoutes(reading, createVideos({ publishing })),
    ...introVideosRoutes(createIntros({ ...deps, pool, orm, writes })),
    ...libraryRoutes(
      reading,
      createFiles({ ...deps, pool }),
      createThumbnails({ ...deps, pool, orm }),
    ),
  }
}
