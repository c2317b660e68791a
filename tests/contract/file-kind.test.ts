import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileKindOf } from '#contract/file-kind.ts'
import { docxOf, zipOf } from '#tests/support/pictures.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const wordStream = [...ascii('WordDocument')].flatMap((byte) => [byte, 0])
const macros = [...ascii('_VBA_PROJECT')].flatMap((byte) => [byte, 0])
const docxNames = ascii('[Content_Types].xml word/document.xml')
const pdf = ascii('%PDF-1.7 ... %%EOF')
const withBom = [0xef, 0xbb, 0xbf, ...pdf]

describe('a file is what its bytes say', () => {
  test.each([
    ['png', [...png, 1, 2]],
    ['jpeg', [...jpeg, 0xe0]],
    ['gif', ascii('GIF89a')],
    ['gif', ascii('GIF87a')],
    ['pdf', pdf],
    ['pdf', withBom],
    ['pdf', [...pdf, ...zeros(1_000)]],
    ['doc', [...ole, ...zeros(500), ...wordStream, 9]],
    ['docx', [...docxOf()]],
    ['docx', [...docxOf(5_000, ['word/styles.xml', 'docProps/core.xml'])]],
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
    ['any other zip', [...zipOf('xl/workbook.xml', 100)]],
    ['a zip with one part of a document', [...zipOf('word/document.xml', 100)]],
    ['a zip that only tells of the parts', [...zipOf('evil.exe', 9), ...docxNames]],
    ['a document that lost its end', [...docxOf().subarray(0, -1)]],
    ['a document with something behind it', [...docxOf(), ...ascii('MZ')]],
    ['a document with something before it', [...ascii('MZ'), ...docxOf()]],
    ['a document with macros', [...docxOf(100, ['word/vbaProject.bin'])]],
    ['a document with hidden macros', [...docxOf(100, ['custom/VBAPROJECT.BIN'])]],
    ['an old document with macros', [...ole, ...zeros(500), ...wordStream, ...macros]],
    ['a PDF without an end', ascii('%PDF-1.7 ...')],
    ['a PDF whose end is far from the file’s', [...pdf, ...zeros(1_100)]],
    ['a batch file that speaks of a PDF', ascii('@echo off\r\nrem %PDF-1.4 %%EOF')],
    ['a page that speaks of a PDF', ascii('<!-- %PDF-1.4 --><script>1</script>%%EOF')],
    ['an installer in the old Office container', [...ole, ...zeros(500)]],
    ['the name of a Word stream in single bytes', [...ole, ...ascii('WordDocument')]],
    ['the names of Word parts without a zip around them', docxNames],
    ['a program', [0x4d, 0x5a, 0x90, 0x00]],
  ])('%s is nothing we take', (_, bytes) => {
    expect(fileKindOf(Uint8Array.from(bytes))).toBeUndefined()
  })

  test('a stream is found anywhere in an old document, and nowhere else', () => {
    const filler = fc.array(fc.constantFrom(...wordStream, 1), { maxLength: 60 })
    fc.assert(
      fc.property(filler, filler, fc.boolean(), (before, after, present) => {
        const middle = present ? wordStream : []
        const bytes = [...ole, ...before, ...middle, ...after]
        const held = Buffer.from(bytes).includes(Buffer.from(wordStream))
        expect(fileKindOf(Uint8Array.from(bytes))).toBe(held ? 'doc' : undefined)
      }),
    )
  })

  test('no zip, however broken, costs more than a look at its directory', () => {
    const whole = docxOf(2_000, ['word/styles.xml'])
    const place = fc.nat(whole.length - 1)
    fc.assert(
      fc.property(fc.array(fc.tuple(place, fc.nat(255)), { maxLength: 8 }), (changes) => {
        const broken = Uint8Array.from(whole)
        for (const [at, byte] of changes) broken[at] = byte
        expect(['docx', undefined]).toContain(fileKindOf(broken))
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
