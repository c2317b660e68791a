import type { FileKind } from './file-rule.ts'
import { mediaKindOf } from './media-kind.ts'

const localHeader = 0x04034b50
const directoryEntry = 0x02014b50
const directoryEnd = 0x06054b50
const directoryEndBytes = 22
const entryBytes = 46
/** The comment behind the directory's end is this long at most. */
const commentBytesMax = 0xffff
/** More entries than any document has: a crafted directory costs no more than this. */
const entriesMax = 10_000

/** Whether bytes begin as a zip does. */
function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === localHeader
}

/**
 * The names of what a zip holds, as its directory lists them (APPNOTE 4.3.12); nothing is unpacked. Empty for a zip
 * whose directory cannot be read whole, or whose first entry is not where the file begins.
 */
function zipEntryNames(bytes: Uint8Array): string[] {
  const view = viewOf(bytes)
  const end = findEnd(view)
  if (end === undefined) return []
  const count = view.getUint16(end + 10, true)
  const size = view.getUint32(end + 12, true)
  let at = view.getUint32(end + 16, true)
  // Something between the directory and its end, or before the zip, is a file inside a file.
  if (count > entriesMax || at + size !== end) return []
  const names: string[] = []
  while (at + entryBytes <= end && view.getUint32(at, true) === directoryEntry) {
    const nameBytes = view.getUint16(at + 28, true)
    const moreBytes = view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const name = bytes.subarray(at + entryBytes, at + entryBytes + nameBytes)
    names.push(Array.from(name, (byte) => String.fromCharCode(byte)).join(''))
    at += entryBytes + nameBytes + moreBytes
  }
  return at === end && names.length === count ? names : []
}

function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - directoryEndBytes - commentBytesMax)
  for (let at = view.byteLength - directoryEndBytes; at >= first; at -= 1) {
    const fits = at + directoryEndBytes + readComment(view, at) === view.byteLength
    if (fits && view.getUint32(at, true) === directoryEnd) return at
  }
  return undefined
}

function readComment(view: DataView, at: number): number {
  return view.getUint16(at + 20, true)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegMark = [0xff, 0xd8, 0xff]
const gifMarks = [bytesOf('GIF87a'), bytesOf('GIF89a')]
/** The container of the old Office formats: texts, tables, installers. */
const oleMark = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const pdfMark = bytesOf('%PDF-')
const pdfEnd = bytesOf('%%EOF')
const byteOrderMark = [0xef, 0xbb, 0xbf]
/** The name of the stream that holds the text of an old Word document, in UTF-16. */
const wordStream = inUtf16('WordDocument')
/** The name of the storage that holds its macros. */
const macroStorage = inUtf16('_VBA_PROJECT')

/** Readers look for the end of a PDF within its last kilobyte. */
const pdfEndWithinBytes = 1_024

/** What a file is by its own bytes, whatever its name says; undefined for anything we do not take. */
export function fileKindOf(bytes: Uint8Array): FileKind | undefined {
  if (standsAt(bytes, pngMark, 0)) return 'png'
  if (standsAt(bytes, jpegMark, 0)) return 'jpeg'
  if (gifMarks.some((mark) => standsAt(bytes, mark, 0))) return 'gif'
  if (standsAt(bytes, oleMark, 0)) return isOldWord(bytes) ? 'doc' : undefined
  if (isZip(bytes)) return isWord(zipEntryNames(bytes)) ? 'docx' : undefined
  return isPdf(bytes) ? 'pdf' : mediaKindOf(bytes)
}

function isOldWord(bytes: Uint8Array): boolean {
  return holds(bytes, wordStream) && !holds(bytes, macroStorage)
}

/** A Word document that carries no macros: names alone are read, and nothing is unpacked. */
function isWord(names: readonly string[]): boolean {
  const known = new Set(names)
  const macros = names.some((name) => /(^|\/)vbaProject\.bin$/i.test(name))
  return known.has('[Content_Types].xml') && known.has('word/document.xml') && !macros
}

/** A mark further inside would let a program or a page pass for a PDF. */
function isPdf(bytes: Uint8Array): boolean {
  const start = standsAt(bytes, byteOrderMark, 0) ? byteOrderMark.length : 0
  return standsAt(bytes, pdfMark, start) && holds(bytes.subarray(-pdfEndWithinBytes), pdfEnd)
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

function inUtf16(ascii: string): number[] {
  return bytesOf(ascii).flatMap((byte) => [byte, 0])
}

function bytesOf(ascii: string): number[] {
  return Array.from(ascii, (letter) => letter.charCodeAt(0))
}
