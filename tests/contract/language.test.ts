import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  baseLanguage,
  directionOf,
  isolated,
  languageFacts,
  languages,
  languageSchema,
  readLanguage,
  westernDigits,
} from '#contract/language.ts'

test.each([
  ['ar', 'ar'],
  ['AR-eg', 'ar'],
  ['ar_EG', 'ar'],
  ['fr-CA', 'fr'],
  ['en-US,en;q=0.9', 'en'],
  ['de-DE, de;q=0.9, ar;q=0.8, en;q=0.7', 'ar'],
  ['en;q=0.5, ar;q=0.9', 'ar'],
  ['fr, ar', 'fr'],
  ['*, fr;q=0.2', 'fr'],
  ['en;q=0, ar;q=0.1', 'ar'],
])('%j names %s', (text, language) => {
  expect(readLanguage(text)).toBe(language)
})

test.each([
  '',
  'xx',
  'arabic',
  'e n',
  'ar;q=0',
  'ar;q=much',
  'ar;q=7',
  'ar;q=-1',
  '*',
  ';;,,;q=1',
  '../ar',
  '<script>',
  null,
  undefined,
])('%j names no language of ours', (text) => {
  expect(readLanguage(text)).toBeUndefined()
})

test('an endless header is not read to its end', () => {
  expect(readLanguage(`${'xx,'.repeat(100_000)}ar`)).toBeUndefined()
})

test('the app is written in English, and Arabic runs from right to left', () => {
  expect(baseLanguage).toBe(languages[0])
  expect(languages.map(directionOf)).toEqual(['ltr', 'rtl', 'ltr'])
  expect(languageFacts[baseLanguage].status).toBe('released')
})

test.each([
  ['+20', true],
  ['+1 684', true],
  ['0100 123 4567', true],
  ['Sofia', true],
  ['20', false],
  ['ليلى', false],
])('within Arabic %j is held in place: %s', (text, held) => {
  expect(isolated(text, 'ar')).toBe(held ? `\u2068${text}\u2069` : text)
})

test('a language is its short tag and nothing else', () => {
  expect(v.is(languageSchema, 'ar')).toBe(true)
  expect(v.is(languageSchema, 'ar-EG')).toBe(false)
})

test('digits of Arabic and Persian keyboards are read as 0 to 9, and nothing else changes', () => {
  expect(westernDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789 0123456789')
  expect(westernDigits('ليلى ½ ² ९ 7a')).toBe('ليلى ½ ² ९ 7a')
})
