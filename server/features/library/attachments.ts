import { hash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import pg from 'pg'
import {
  attachmentRule,
  imageSidesMax,
  smallAttachment,
  type AttachmentFacts,
  wholeAttachment,
} from '#contract/library/model.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { FileReply } from '#server/http/routing/response.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { PictureError, tooManyPixelsText, type Pictures } from '#server/http/static/pictures.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import { asSeenBy, found, itemByAttachment } from './items-repo.ts'
import { mayRead } from './policy.ts'

/** An attachment on its way into the store: staged, and named by no row yet. */
export interface StagedAttachment {
  readonly attachment: string | null
  readonly attachmentFacts: AttachmentFacts | null
  readonly keys: readonly string[]
}

export interface AttachmentDeps {
  readonly pictures: Pictures
  readonly blobs: BlobStore
  readonly newId: () => string
}

/** Where a file below `/uploads/` is in the blob store. */
function uploadKey(file: string): string {
  return `uploads/${file}`
}

/** Every key of an attachment: an image has two sizes. */
export function keysOfAttachment(attachment: string | null): string[] {
  if (attachment === null) return []
  return [...new Set([attachment, smallAttachment(attachment)])].map(uploadKey)
}

/** Puts an article's file into the store. Throws `invalid_file` for one that is not what it begins like, and `busy`. */
export async function stageAttachment(
  file: UploadedFile | undefined,
  deps: AttachmentDeps,
): Promise<StagedAttachment> {
  if (!file) return { attachment: null, attachmentFacts: null, keys: [] }
  return file.kind === 'pdf' ? stagePdf(file, deps) : stageImage(file, deps)
}

/** What a repeated call is known by. */
export async function contentHash(file: UploadedFile | undefined): Promise<string | null> {
  return file ? hash('sha256', await readFile(file.path)) : null
}

/** A file that is a page or a script before it becomes a PDF is meant to be two things. */
async function stagePdf(
  { path, bytes }: UploadedFile,
  { blobs, newId }: AttachmentDeps,
): Promise<StagedAttachment> {
  if (!(await beginsAsPdf(path))) throw refusal(attachmentRule.kindText)
  const attachment = `${newId()}.pdf`
  const keys = keysOfAttachment(attachment)
  await blobs.stage(uploadKey(attachment), path)
  return { attachment, attachmentFacts: { kind: 'pdf', bytes, width: null, height: null }, keys }
}

async function beginsAsPdf(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return /^(\u00ef\u00bb\u00bf)?%PDF-/.test(buffer.toString('latin1'))
  } finally {
    await file.close()
  }
}

async function stageImage(
  { path }: UploadedFile,
  { pictures, blobs, newId }: AttachmentDeps,
): Promise<StagedAttachment> {
  const attachment = `${newId()}.webp`
  const keys = keysOfAttachment(attachment)
  const sizes = [imageSidesMax.full, imageSidesMax.small].map(
    (side) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const,
  )
  try {
    return await pictures.make(path, sizes, async ([full, small]) => {
      if (!full || !small) throw new Error('A picture was made in fewer sizes than asked for')
      await blobs.stage(uploadKey(attachment), full.path)
      await blobs.stage(uploadKey(smallAttachment(attachment)), small.path)
      const { bytes, width, height } = full
      return { attachment, attachmentFacts: { kind: 'image', bytes, width, height }, keys }
    })
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    throw refusal(error.reason === 'too_large' ? tooManyPixelsText : attachmentRule.kindText)
  }
}

function refusal(text: string): ProblemError {
  return new ProblemError('invalid_file', { fields: { attachment: text } })
}

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
