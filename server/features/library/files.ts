import type pg from 'pg'
import { wholeAttachment } from '#contract/library/attachment.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { FileReply } from '#server/http/static/file-response.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import { asSeenBy } from './as-seen-by.ts'
import { uploadKey } from './attachments.ts'
import { found } from './found.ts'
import { mayRead } from './policy.ts'
import { itemByAttachment } from './read-repo.ts'

export type Files = ReturnType<typeof createFiles>

/** The files of articles, for whoever may read the article. */
export function createFiles({ pool, blobs }: { pool: pg.Pool; blobs: BlobStore }) {
  async function attachment(actor: Actor, file: string): Promise<FileReply> {
    const { seen } = await asSeenBy(pool, actor)
    const row = seen(found(await itemByAttachment(pool, wholeAttachment(file))))
    const { title } = authorize(actor, row, mayRead)
    const blob = found(await blobs.get(uploadKey(file)))
    const pdf = file.endsWith('.pdf')
    return {
      ...blob,
      contentType: pdf ? 'application/pdf' : 'image/webp',
      headers: {
        'cache-control': 'private, max-age=31536000, immutable',
        // A PDF can hold scripts: it is for saving and for the app's own viewer, never a page of ours.
        'content-disposition': pdf ? attachmentNamed(title) : 'inline',
      },
    }
  }

  return { attachment }
}

/** RFC 6266: the title for whoever understands it, a plain name for the rest. */
function attachmentNamed(title: string): string {
  const safe = title.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim()
  const encoded = encodeURIComponent(`${safe || 'article'}.pdf`).replaceAll(/['()*]/g, percent)
  return `attachment; filename="article.pdf"; filename*=UTF-8''${encoded}`
}

function percent(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}
