import * as v from 'valibot'
import type { FileKind, FileRule } from '../file-rule.ts'
import { cleanLine } from '../library/clean-text.ts'

/** Issue: the largest file of a message. */
export const chatFileBytesMax = 10 * 1024 * 1024

/** Spec 9: shown as images. */
export const chatImageKinds = ['png', 'jpeg', 'gif', 'webp'] as const satisfies readonly FileKind[]

const chatFileKinds = [
  ...chatImageKinds,
  'pdf',
  'doc',
  'docx',
  'mp3',
  'm4a',
  'ogg',
  'wav',
  'mp4',
  'mov',
  'webm',
] as const satisfies readonly FileKind[]
export type ChatFileKind = (typeof chatFileKinds)[number]

export const chatFileRule = {
  kinds: chatFileKinds,
  bytesMax: chatFileBytesMax,
  required: false,
  kindText: 'Only images, PDF, Word documents, audio and video can be sent.',
  tooLargeText: 'File size exceeds 10MB limit.',
} as const satisfies FileRule

/** The longest side in pixels of an image that is sent. */
export const chatImageSideMax = 2_048

/** How the address of a kind ends. */
export function fileEnding(kind: ChatFileKind): string {
  return kind === 'jpeg' ? 'jpg' : kind
}

const fileNameCharsMax = 120

/** A file's name as it is shown: no path, one line, and its ending kept when it is too long. */
export function cleanFileName(name: string): string {
  const line = cleanLine(name.replace(/^.*[/\\]/s, ''))
  if (line.length <= fileNameCharsMax) return line || 'file'
  const ending = /\.[^.]{1,8}$/.exec(line)?.[0] ?? ''
  return line.slice(0, fileNameCharsMax - ending.length) + ending
}

export const fileNameSchema = v.pipe(v.string(), v.maxLength(1_000), v.transform(cleanFileName))

/** What is told of a message's file before anybody fetches it. */
export const messageFileSchema = v.object({
  name: v.string(),
  kind: v.picklist(chatFileKinds),
  bytes: v.number(),
  /** An image's pixels, so that a page can leave room for it. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
})
export type MessageFile = v.InferOutput<typeof messageFileSchema>
