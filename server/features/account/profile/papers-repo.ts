import { and, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { providerPapers, type PaperName } from '#server/db/schema/papers.ts'

export type PaperRow = typeof providerPapers.$inferSelect
export type NewPaper = Pick<PaperRow, 'paper' | 'blobKey' | 'kind' | 'bytes'>
export type PapersRepo = ReturnType<typeof createPapersRepo>

/** Reads of `provider_papers`. */
export function createPapersRepo(orm: Orm) {
  return {
    async paperOf(userId: string, paper: PaperName): Promise<PaperRow | undefined> {
      const rows = await orm
        .select()
        .from(providerPapers)
        .where(and(eq(providerPapers.userId, userId), eq(providerPapers.paper, paper)))
      return rows[0]
    },
  }
}
