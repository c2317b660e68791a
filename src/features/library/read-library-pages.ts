import { readArticle, readArticles, readVideos } from './kept-library.ts'
import { readShelfRow } from './shelf.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** What this device knows of the articles at this moment. */
export async function readArticlesPage(db: UserDatabase) {
  return await readArticles(db.viewerId)
}

/** What this device knows of the videos at this moment. */
export async function readVideosPage(db: UserDatabase) {
  return await readVideos(db.viewerId)
}

/** What this device knows of an article, and how far it was read. */
export async function readArticlePage(db: UserDatabase, id: string) {
  const [article, row] = await Promise.all([readArticle(db.viewerId, id), readShelfRow(db, id)])
  return { article, row }
}
