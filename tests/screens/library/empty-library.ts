import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { says } from '../fake-server.ts'

/** A server whose library has nothing new, and no videos. */
export const emptyLibrary = {
  'GET /library/changes': says({
    articles: [],
    videos: [],
    removed: [],
    next: 1,
    more: false,
    reset: false,
  }),
  'GET /videos': says([]),
}

/** What the next test's device has of the library is nothing. */
export async function forgetLibrary(): Promise<void> {
  const { articles, videos, facts } = sharedDatabase()
  await Promise.all([articles.clear(), videos.clear(), facts.clear()])
}
