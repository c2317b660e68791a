import type { FileKind } from './file-rule.ts'

/** Brands of the MP4 family that are video; a still picture (HEIC, AVIF) has brands of its own and is none. */
const videoBrands = /^(isom|iso[2-9]|mp4[12]|avc1|dash|MSNV|M4V |M4VH|M4VP|3gp[4-7]|3g2[ab])$/
const audioBrands = /^M4[AB] $/
/** Where a WebM's head names its kind; any other Matroska is not for browsers. */
const webmHeadBytes = 64

/** The kind of sound, film or WebP that bytes are; undefined for anything else. */
export function mediaKindOf(bytes: Uint8Array): FileKind | undefined {
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
