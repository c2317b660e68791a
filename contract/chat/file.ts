import * as v from 'valibot'
import type { FileKind, FileRule } from '../file-rule.ts'
import { beginningOf, cleanLine } from '../free-text.ts'

/** The largest file of a message. */
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

/** With one of them `photo[override]gpj.exe` would be read as a picture. */
const marksOfDirection = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A file's name as it is shown: no path, one line, in one direction, and its ending kept when it is too long. */
export function cleanFileName(name: string): string {
  const line = cleanLine(name.replace(/^.*[/\\]/s, '').replaceAll(marksOfDirection, ''))
  if (line.length <= fileNameCharsMax) return line || 'file'
  const ending = /\.[^.]{1,8}$/.exec(line)?.[0] ?? ''
  return beginningOf(line, fileNameCharsMax - ending.length) + ending
}

/** How the name of a file of each kind may end; an image is made anew, and keeps the ending that it came with. */
const endings: Readonly<Record<ChatFileKind, readonly string[]>> = {
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  gif: ['gif'],
  webp: ['webp', 'png', 'jpg', 'jpeg', 'gif'],
  pdf: ['pdf'],
  doc: ['doc'],
  docx: ['docx'],
  mp3: ['mp3'],
  m4a: ['m4a'],
  ogg: ['ogg', 'oga', 'opus'],
  wav: ['wav'],
  mp4: ['mp4', 'm4v', '3gp'],
  mov: ['mov'],
  webm: ['webm', 'weba'],
}

/**
 * A file's name with an ending of its kind: what a phone or a computer does with a file follows its ending, and no
 * document opens as a program. `free.bat` that is a PDF becomes `free.pdf`.
 */
export function nameOfKind(name: string, kind: ChatFileKind): string {
  const clean = cleanFileName(name).replace(/[\s.]+$/, '')
  const [, ending] = /\.([^.]{1,10})$/.exec(clean) ?? []
  if (ending !== undefined && endings[kind].includes(ending.toLowerCase())) return clean
  const stem = ending === undefined ? clean : clean.slice(0, -ending.length - 1)
  const right = `.${fileEnding(kind)}`
  return (stem || 'file').slice(0, fileNameCharsMax - right.length) + right
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
  /** Of a voice note: how long it is, in milliseconds, as the server has read it from its bytes. */
  voiceMs: v.optional(v.number()),
})
export type MessageFile = v.InferOutput<typeof messageFileSchema>
