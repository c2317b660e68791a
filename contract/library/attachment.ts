import * as v from 'valibot'
import { fileBytesMax, type FileRule } from '../file-rule.ts'

/** Spec 5 and 9: an image or a PDF, judged by content. */
export const attachmentRule = {
  kinds: ['png', 'jpeg', 'gif', 'pdf'],
  bytesMax: fileBytesMax,
  required: false,
  kindText: 'Please select an image (PNG/JPG) or PDF file',
} as const satisfies FileRule

/** The longest side in pixels of the two sizes in which an image is kept. */
export const imageSidesMax = { full: 1_600, small: 640 } as const

const name = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** A file's name below `/uploads/`. It never changes its content, so that a kept copy is right for good. */
export const attachmentNameSchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${name}(\\.pdf|(-small)?\\.webp)$`)),
)

/** What is told of an attachment beside its name. */
export const attachmentFactsSchema = v.object({
  kind: v.picklist(['image', 'pdf']),
  /** The size of the file itself; of an image, of its full size. */
  bytes: v.number(),
  /** An image's pixels, so that a page can leave room for it. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
})
export type AttachmentFacts = v.InferOutput<typeof attachmentFactsSchema>

/** The name of an image's small size; a PDF has none and stays itself. */
export function smallAttachment(attachment: string): string {
  return attachment.replace(/\.webp$/, '-small.webp')
}

/** The name of the attachment whose size this is. */
export function wholeAttachment(file: string): string {
  return file.replace(/-small\.webp$/, '.webp')
}
