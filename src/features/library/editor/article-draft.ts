import * as v from 'valibot'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { ArticleDraft } from '#src/offline/features/library.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'

/** The name of the draft of an article that is not published yet. */
export const newDraftId = 'new'

const draftSchema = v.object({
  id: v.string(),
  title: v.string(),
  content: v.string(),
  category: v.string(),
})

/** What was written and not published; undefined where nothing was, or what is stored cannot be read any more. */
export async function readArticleDraft(
  db: UserDatabase,
  id: string,
): Promise<ArticleDraft | undefined> {
  const parsed = v.safeParse(draftSchema, await db.articleDrafts.get(id))
  return parsed.success ? parsed.output : undefined
}

/** Keeps what is being written. Throws `StorageFullError`, and then what was kept before stays. */
export async function keepArticleDraft(db: UserDatabase, draft: ArticleDraft): Promise<void> {
  await withQuotaRetry(() =>
    userTransaction(db, [db.articleDrafts], () => db.articleDrafts.put(draft)),
  )
}

export async function dropArticleDraft(db: UserDatabase, id: string): Promise<void> {
  await userTransaction(db, [db.articleDrafts], () => db.articleDrafts.delete(id))
}
