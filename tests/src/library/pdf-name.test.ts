import { afterEach, expect, test } from 'vitest'
import { pdfName } from '#src/features/library/article/article-file.tsx'
import { changeSpeech } from '#src/i18n/chosen.ts'

afterEach(() => changeSpeech({ language: 'en' }, {}))

test.each(['en', 'ar'] as const)('the file of an article has a plain name in %s', (language) => {
  changeSpeech({ language }, {})
  expect(pdfName('My plan')).toBe('My plan.pdf')
  expect(pdfName('خطتي 2')).toBe('خطتي 2.pdf')
  expect(pdfName(' What? a/b: "c" ')).toBe('What a b c.pdf')
  expect(pdfName('??')).toBe('article.pdf')
})
