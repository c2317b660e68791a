import type { FileKind } from './file-rule.ts'
import { mediaKindOf } from './media-kind.ts'

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegMark = [0xff, 0xd8, 0xff]
const gifMarks = [bytesOf('GIF87a'), bytesOf('GIF89a')]
/** The container of the old Office formats: texts, tables, installers. */
const oleMark = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const zipMark = [0x50, 0x4b, 0x03, 0x04]
const pdfMark = bytesOf('%PDF-')
/** What every Word document has inside and no other zip does. */
const wordPart = bytesOf('word/document.xml')
/** The name of the stream that holds the text of an old Word document, in UTF-16. */
const wordStream = bytesOf('WordDocument').flatMap((byte) => [byte, 0])

/** Readers take a PDF whose mark stands within its first kilobyte. */
const pdfMarkWithinBytes = 1024

/** What a file is by its own bytes, whatever its name says; undefined for anything we do not take. */
export function fileKindOf(bytes: Uint8Array): FileKind | undefined {
  if (standsAt(bytes, pngMark, 0)) return 'png'
  if (standsAt(bytes, jpegMark, 0)) return 'jpeg'
  if (gifMarks.some((mark) => standsAt(bytes, mark, 0))) return 'gif'
  if (standsAt(bytes, oleMark, 0)) return holds(bytes, wordStream) ? 'doc' : undefined
  if (standsAt(bytes, zipMark, 0)) return holds(bytes, wordPart) ? 'docx' : undefined
  const media = mediaKindOf(bytes)
  if (media) return media
  return holds(bytes.subarray(0, pdfMarkWithinBytes), pdfMark) ? 'pdf' : undefined
}

function standsAt(bytes: Uint8Array, mark: readonly number[], offset: number): boolean {
  for (let index = 0; index < mark.length; index += 1) {
    if (bytes[offset + index] !== mark[index]) return false
  }
  return true
}

/** Skips by the byte under the mark's end (Horspool), so that no file can make the search slow on purpose. */
function holds(bytes: Uint8Array, mark: readonly number[]): boolean {
  const last = mark.length - 1
  const skips = new Uint8Array(256).fill(mark.length)
  mark.slice(0, last).forEach((byte, index) => (skips[byte] = last - index))
  let at = 0
  while (at + last < bytes.length) {
    const end = bytes[at + last] ?? 0
    if (end === mark[last] && standsAt(bytes, mark, at)) return true
    at += skips[end] ?? 1
  }
  return false
}

function bytesOf(ascii: string): number[] {
  return Array.from(ascii, (letter) => letter.charCodeAt(0))
}
