import type { FileKind } from './file-rule.ts'

/** Brands of the MP4 family that are video; a still picture (HEIC, AVIF) has brands of its own and is none. */
const videoBrands = /^(isom|iso[2-9]|mp4[12]|avc1|dash|MSNV|M4V |M4VH|M4VP|3gp[4-7]|3g2[ab])$/
const audioBrands = /^M4[AB] $/
/** The bytes behind MP3's sync that say: layer III, of MPEG 1, 2 or 2.5. */
const mp3Layers = new Set([0xfa, 0xfb, 0xf2, 0xf3, 0xe2, 0xe3])
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

function isMp3(bytes: Uint8Array): boolean {
  if (textAt(bytes, 0, 3) === 'ID3') return true
  const [sync, layer = 0, rates = 0xff] = bytes
  // Bit rates and sampling rates of all ones are forbidden.
  return sync === 0xff && mp3Layers.has(layer) && rates >> 4 !== 0xf && (rates & 0x0c) !== 0x0c
}

function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length))
}
