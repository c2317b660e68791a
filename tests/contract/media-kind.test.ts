import { describe, expect, test } from 'vitest'
import { fileKindOf } from '#contract/file-kind.ts'
import { mp3Of } from '#tests/support/pictures.ts'

describe('sound and film are what their bytes say', () => {
  test.each([
    ['webp', riff('WEBP')],
    ['wav', riff('WAVE')],
    ['mp4', box('isom')],
    ['mp4', box('mp42')],
    ['mp4', box('3gp4')],
    ['mov', box('qt  ')],
    ['m4a', box('M4A ')],
    ['ogg', ascii('OggS\0\u0002')],
    ['mp3', [...mp3Of()]],
    ['mp3', [...mp3Of(300)]],
    ['mp3', [...mp3Of(), ...ascii('TAG of the old kind at the end')]],
    ['mp3', frame([0xff, 0xf3, 0x40, 0xc0], 104)],
    ['webm', [0x1a, 0x45, 0xdf, 0xa3, ...ascii('....\u0042\u0082\u0084webm')]],
  ])('%s', (kind, bytes) => {
    expect(fileKindOf(Uint8Array.from(bytes))).toBe(kind)
  })

  test.each([
    ['a RIFF of something else', riff('AVI ')],
    ['a RIFF that ends in the middle', ascii('RIFF....WEB')],
    ['a still picture in the box of a film', box('heic')],
    ['another still picture', box('avif')],
    ['a box without a brand', ascii('....ftyp')],
    ['a Matroska that is no WebM', [0x1a, 0x45, 0xdf, 0xa3, ...ascii('....matroska')]],
    ['text in UTF-16', [0xff, 0xfe, 0x41, 0x00]],
    ['a JPEG cut off behind its first byte', [0xff]],
    ['a sync of MP3 with forbidden rates', frame([0xff, 0xfb, 0xff, 0xff], 417)],
    ['a sync of MP3 without a frame', [0xff, 0xfb, 0x90, 0x64]],
    ['a frame of MP3 that is followed by something else', [...mp3Of().subarray(0, 417), 1, 2, 3]],
    ['a tag of MP3 without sound', ascii('ID3\u0004\0\0\0\0\0\u0005.....')],
    ['a script behind a tag of MP3', ascii('ID3\u0004\0\0\0\0\0\0<script>alert(1)</script>')],
    ['a script that speaks of Ogg', ascii('#!OggS')],
  ])('%s is nothing we take', (_, bytes) => {
    expect(fileKindOf(Uint8Array.from(bytes))).toBeUndefined()
  })
})

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}

function frame(header: readonly number[], length: number): number[] {
  return [...header, ...Array.from({ length: length - header.length }, () => 0)]
}

function riff(form: string): number[] {
  return ascii(`RIFF....${form}....`)
}

function box(brand: string): number[] {
  return ascii(`\0\0\0\u0018ftyp${brand}....`)
}
