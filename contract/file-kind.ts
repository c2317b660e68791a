import type { FileKind } from './file-rule.ts'

/** Brands of the MP4 family that are video; a still picture (HEIC, AVIF) has brands of its own and is none. */
const videoBrands = /^(isom|iso[2-9]|mp4[12]|avc1|dash|MSNV|M4V |M4VH|M4VP|3gp[4-7]|3g2[ab])$/
const audioBrands = /^M4[AB] $/
/** Where a WebM's head names its kind; any other Matroska is not for browsers. */
const webmHeadBytes = 64

/** The kind of sound, film or WebP that bytes are; undefined for anything else. */
function mediaKindOf(bytes: Uint8Array): FileKind | undefined {
  if (textAt(bytes, 0, 4) === 'RIFF') return riffKinds[textAt(bytes, 8, 4)]
  if (textAt(bytes, 4, 4) === 'ftyp') return brandKind(textAt(bytes, 8, 4))
  if (textAt(bytes, 0, 4) === 'OggS') return 'ogg'
  if (isMp3(bytes)) return 'mp3'
  const matroska = [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => bytes[index] === byte)
  return matroska && textAt(bytes, 0, webmHeadBytes).includes('webm') ? 'webm' : undefined
}

const riffKinds: Readonly<Record<string, FileKind>> = { WEBP: 'webp', WAVE: 'wav' }

function brandKind(brand: string): FileKind | undefined {
  if (audioBrands.test(brand)) return 'm4a'
  if (brand === 'qt  ') return 'mov'
  return videoBrands.test(brand) ? 'mp4' : undefined
}

/** A whole frame of sound where the tags end, and another behind it unless the file ends there. */
function isMp3(bytes: Uint8Array): boolean {
  const start = behindTags(bytes)
  const length = mp3FrameBytes(bytes, start)
  if (length === undefined || start + length > bytes.length) return false
  return start + length === bytes.length || mp3FrameBytes(bytes, start + length) !== undefined
}

/** An ID3 tag says its length in four times seven bits; some writers leave zeros behind it. */
function behindTags(bytes: Uint8Array): number {
  if (textAt(bytes, 0, 3) !== 'ID3') return 0
  const [, , , , , , a = 0, b = 0, c = 0, d = 0] = bytes
  let at = 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f)
  const padded = at + paddingBytesMax
  while (at < padded && bytes[at] === 0) at += 1
  return at
}

const paddingBytesMax = 4_096
/** ISO 11172-3 and 13818-3, layer III: thousands of bits a second by index; 0 is free and 15 forbidden. */
const bitRates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const bitRates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** Samples a second of MPEG 1; MPEG 2 has half of them, MPEG 2.5 a quarter. */
const sampleRates = [44_100, 48_000, 32_000]

/** The length of the frame of layer III that begins there; undefined where none does. */
function mp3FrameBytes(bytes: Uint8Array, at: number): number | undefined {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3)
  const version = (kind >> 3) & 0b11
  if (sync !== 0xff || kind >> 5 !== 0b111 || version === 0b01 || ((kind >> 1) & 0b11) !== 0b01) {
    return undefined
  }
  const first = version === 0b11
  const bitRate = (first ? bitRates1 : bitRates2)[rates >> 4]
  const sampleRate = sampleRates[(rates >> 2) & 0b11]
  if (!bitRate || sampleRate === undefined) return undefined
  const slower = first ? 1 : version === 0b10 ? 2 : 4
  const bytesPerFrame = ((first ? 144_000 : 72_000) * bitRate * slower) / sampleRate
  return Math.floor(bytesPerFrame) + ((rates >> 1) & 1)
}

function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length))
}

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
