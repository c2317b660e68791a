import { expect, test } from 'vitest'
import {
  fileBytesMax,
  profileImageRule,
  resumeRule,
  workLicenseRule,
  acceptOf,
} from '#contract/file-rule.ts'
import { takeFile } from '#src/features/account/files/file-field.tsx'
import { docxOf, zipOf } from '#tests/support/pictures.ts'
import { tinyPdf } from '#tests/support/registration.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0])

test('a file is taken for what it is, whatever it is called', async () => {
  const taken = await takeFile(profileImageRule, new File([jpeg], 'me.txt', { type: 'text/plain' }))
  expect(taken.status === 'taken' && taken.file.type).toBe('image/jpeg')
  expect(taken.status === 'taken' && taken.file.name).toBe('me.txt')
})

test.each([
  ['a text that calls itself a picture', 'hello', 'me.png'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'me.svg'],
  ['an empty file', '', 'me.png'],
])('%s is refused in the words of the rule', async (_, content, name) => {
  const file = new File([content], name, { type: 'image/png' })
  expect(await takeFile(profileImageRule, file)).toEqual({
    status: 'refused',
    text: 'Only PNG or JPG files up to 5MB are allowed.',
  })
})

test('a picture of one byte too many is refused by its size, one of exactly 5 MB is taken', async () => {
  const file = (bytes: number) => new File([png, new Uint8Array(bytes - png.length)], 'me.png')
  expect(await takeFile(profileImageRule, file(fileBytesMax))).toMatchObject({ status: 'taken' })
  expect(await takeFile(profileImageRule, file(fileBytesMax + 1))).toEqual({
    status: 'refused',
    text: 'File size exceeds 5MB limit.',
  })
})

test('a resume may be a PDF, a work license may not be a Word document', async () => {
  expect(await takeFile(resumeRule, new File([new Uint8Array(tinyPdf)], 'cv.pdf'))).toMatchObject({
    status: 'taken',
  })
  const docx = new File([new Uint8Array(docxOf())], 'cv.docx')
  expect(await takeFile(resumeRule, docx)).toMatchObject({ status: 'taken' })
  expect(await takeFile(workLicenseRule, docx)).toMatchObject({ status: 'refused' })
  const otherZip = new File([new Uint8Array(zipOf('xl/workbook.xml', 9))], 'cv.docx')
  expect(await takeFile(resumeRule, otherZip)).toEqual({
    status: 'refused',
    text: 'Only PDF, DOC, or DOCX files are allowed.',
  })
})

test('a file that cannot be read any more is refused, not thrown', async () => {
  const gone = Object.assign(new File([png], 'me.png'), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  })
  expect(await takeFile(profileImageRule, gone)).toMatchObject({ status: 'refused' })
})

test('the picker offers what the rule takes', () => {
  expect(acceptOf(profileImageRule)).toBe('image/png,.png,image/jpeg,.jpg,.jpeg')
  expect(acceptOf(resumeRule)).toContain('.docx')
})
