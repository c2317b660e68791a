import type { Page } from '@playwright/test'
import type { Article } from '#contract/library/model.ts'
import { call } from '#tests/support/call.ts'
import { picture } from '#tests/support/pictures.ts'
import type { Member } from './people.ts'

/** A small PDF, as far as anybody looks. */
export const pdfBytes = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

export interface NewArticleText {
  readonly title: string
  readonly content: string
  readonly attachment?: Blob
}

/** Publishes an article past the screens. */
export async function publish(
  origin: string,
  author: Member,
  { title, content, attachment }: NewArticleText,
): Promise<Article> {
  const body = { title, content, category: 'Emotional Wellness', format: 'markdown' } as const
  const input = { body, files: { attachment } }
  const { reply } = await call(origin, 'createArticle', input, { token: author.token })
  return reply
}

export async function pngFile(): Promise<File> {
  return new File([new Uint8Array(await picture(400, 240))], 'evening.png', { type: 'image/png' })
}

export function pdfFile(): File {
  return new File([pdfBytes], 'diary.pdf', { type: 'application/pdf' })
}

/** Counts the dialogs that a foreign script would open. */
export function watchForScripts(page: Page): () => number {
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  return () => dialogs
}
