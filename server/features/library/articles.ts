import type { Article, ArticleEdit, NewArticle } from '#contract/library/model.ts'
import type { Actor } from '#server/http/session/actor.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import { contentHash, stageAttachment, type AttachmentDeps } from './attachments.ts'
import { presentArticle } from './present.ts'
import type { Publishing } from './publishing.ts'

export interface ArticlesDeps extends AttachmentDeps {
  readonly publishing: Publishing
}

export type Articles = ReturnType<typeof createArticles>

/** What authors do with articles. */
export function createArticles(deps: ArticlesDeps) {
  const { publishing } = deps

  /** Throws `forbidden`, `rate_limited`, `invalid_file`, `op_reused` or `busy`. */
  async function create(
    actor: Actor,
    given: NewArticle,
    file: UploadedFile | undefined,
    opId: string | undefined,
  ): Promise<Article> {
    const shelf = await publishing.admit(actor)
    const body = { ...given, attachment: opId === undefined ? null : await contentHash(file) }
    const { keys, ...attached } = await stageAttachment(file, deps)
    const { title, content, format, category } = given
    const item = { kind: 'article', title, body: content, format, category, videoId: null } as const
    const call = { opId, name: 'createArticle', body } as const
    return presentArticle(await publishing.publish(shelf, { ...item, ...attached }, keys, call))
  }

  /** Throws `not_found`, `forbidden` or `rate_limited`. */
  async function update(actor: Actor, id: string, edit: ArticleEdit): Promise<Article> {
    const { title, content, category } = edit
    const row = await publishing.replace(actor, 'article', id, (before) => ({
      title,
      body: content,
      format: edit.format ?? before.format,
      category,
      videoId: null,
    }))
    return presentArticle(row)
  }

  return {
    create,
    update,
    remove: (actor: Actor, id: string) => publishing.remove(actor, 'article', id),
  }
}
