import * as v from 'valibot'
import { itemIdSchema } from '#contract/library/model.ts'
import { newDraftId, readArticleDraft } from './article-draft.ts'
import { preload } from '#src/data/resource.ts'
import { articleResource } from '../data/library-resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

export type OpenedEditor = Awaited<ReturnType<typeof readEditorPage>>

/** What the editor begins with: a new article, or the one that its address asks to edit, and what was written of it. */
export async function readEditorPage(db: UserDatabase, edit: unknown) {
  const parsed = v.safeParse(itemIdSchema, edit)
  const id = parsed.success ? parsed.output : newDraftId
  const [draft] = await Promise.all([
    readArticleDraft(db, id),
    parsed.success && preload(db, articleResource, id),
  ])
  return { id, draft }
}
