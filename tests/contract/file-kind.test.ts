import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileKindOf } from '#contract/file-kind.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const zip = [0x50, 0x4b, 0x03, 0x04]
const wordStream = [...ascii('WordDocument')].flatMap((byte) => [byte, 0])
const wordPart = ascii('word/document.xml')

describe('a file is what its bytes say', () => {
  test.each([
    ['png', [...png, 1, 2]],
    ['jpeg', [...jpeg, 0xe0]],
    ['gif', ascii('GIF89a')],
    ['gif', ascii('GIF87a')],
    ['pdf', ascii('%PDF-1.7 ...')],
    ['pdf', [...zeros(1_019), ...ascii('%PDF-')]],
    ['doc', [...ole, ...zeros(500), ...wordStream, 9]],
    ['docx', [...zip, ...zeros(500), ...wordPart]],
    ['docx', [...zip, ...ascii('word/word/document.xml')]],
  ])('%s', (kind, bytes) => {
    expect(fileKindOf(Uint8Array.from(bytes))).toBe(kind)
  })

  test.each([
    ['nothing', []],
    ['words', ascii('hello')],
    ['a page', ascii('<html><script>alert(1)</script>')],
    ['a drawing with a script', ascii('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['a PNG that lost a byte', png.slice(1)],
    ['a PNG of seven bytes', png.slice(0, 7)],
    ['a GIF of another year', ascii('GIF90a')],
    ['any other zip', [...zip, ...ascii('xl/workbook.xml')]],
    ['a zip that ends in the middle of the name', [...zip, ...wordPart.slice(0, -1)]],
    ['an installer in the old Office container', [...ole, ...zeros(500)]],
    ['the name of a Word stream in single bytes', [...ole, ...ascii('WordDocument')]],
    ['a Word part without a zip around it', wordPart],
    ['a PDF mark beyond the first kilobyte', [...zeros(1_020), ...ascii('%PDF-')]],
    ['a program', [0x4d, 0x5a, 0x90, 0x00]],
  ])('%s is nothing we take', (_, bytes) => {
    expect(fileKindOf(Uint8Array.from(bytes))).toBeUndefined()
  })

  test('a mark is found wherever it stands, and nowhere else', () => {
    const filler = fc.array(fc.constantFrom(...wordPart, 0), { maxLength: 60 })
    fc.assert(
      fc.property(filler, filler, fc.boolean(), (before, after, present) => {
        const middle = present ? wordPart : []
        const text = String.fromCharCode(...before, ...middle, ...after)
        const kind = fileKindOf(Uint8Array.from([...zip, ...ascii(text)]))
        expect(kind).toBe(text.includes('word/document.xml') ? 'docx' : undefined)
      }),
    )
  })
})

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0)
}
