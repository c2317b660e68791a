import { expect, test } from 'vitest'
import { directionIn, isIn, writtenIn } from '#src/features/library/language.tsx'

test.each([
  ['ar', 'حين يزورك القلق', { lang: 'ar', dir: 'rtl' }],
  ['ar', 'TikTok هو تطبيق للمقاطع القصيرة', { lang: 'ar', dir: 'rtl' }],
  ['fr', 'Se parler à table', { lang: 'fr', dir: 'ltr' }],
  [undefined, 'Three quiet minutes', { lang: 'en', dir: 'ltr' }],
  ['en', '5 … !', { lang: 'en', dir: 'ltr' }],
  ['en', '', { lang: 'en', dir: 'ltr' }],
  // Filed under a wrong language: the letters know better.
  [undefined, 'حين يزورك القلق', { dir: 'auto' }],
  ['ar', 'Three quiet minutes', { dir: 'auto' }],
  // Of a later build.
  ['pt', 'Três minutos', { lang: 'pt', dir: 'auto' }],
])('a piece in %j that says %j is marked so', (language, text, written) => {
  expect(writtenIn({ language }, text)).toEqual(written)
})

test.each([
  ['TikTok هو تطبيق', 'rtl'],
  ['1, 2, 3', 'rtl'],
  ['“A quote in English.”', 'auto'],
] as const)('of an Arabic piece the paragraph %j runs %s', (paragraph, direction) => {
  expect(directionIn({ lang: 'ar', dir: 'rtl' }, paragraph)).toBe(direction)
  expect(directionIn({ dir: 'auto' }, paragraph)).toBe('auto')
})

test('a piece of a server from before there were languages is in English', () => {
  expect([isIn('en', {}), isIn('ar', {}), isIn('ar', { language: 'ar' })]).toEqual([
    true,
    false,
    true,
  ])
})
