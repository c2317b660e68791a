import { expect, test } from 'vitest'
import {
  fileBytesMax,
  fileTooLargeText,
  profileImageRule,
  resumeRule,
  workLicenseRule,
} from '#contract/file-rule.ts'

test('files are as large as the spec lets them be, in its words', () => {
  expect(fileBytesMax).toBe(5 * 1024 * 1024)
  expect(fileTooLargeText).toBe('File size exceeds 5MB limit.')
  for (const { bytesMax } of [profileImageRule, resumeRule, workLicenseRule]) {
    expect(bytesMax).toBe(fileBytesMax)
  }
})

test('a profile image is a picture and must be there', () => {
  expect(profileImageRule).toMatchObject({
    kinds: ['png', 'jpeg'],
    required: true,
    kindText: 'Only PNG or JPG files up to 5MB are allowed.',
  })
})

test('a resume takes both readings of the spec and must be there', () => {
  expect(new Set(resumeRule.kinds)).toEqual(new Set(['pdf', 'doc', 'docx', 'png', 'jpeg']))
  expect(resumeRule).toMatchObject({
    required: true,
    kindText: 'Only PDF, DOC, or DOCX files are allowed.',
  })
})

test('a work license is a PDF or a picture and may be missing', () => {
  expect(new Set(workLicenseRule.kinds)).toEqual(new Set(['pdf', 'png', 'jpeg']))
  expect(workLicenseRule.required).toBe(false)
})
