import { describe, expect, test } from 'vitest'
import { fitQuery, languagesOf } from '#src/features/providers/directory/directory-store.ts'

describe('whoever reads the directory', () => {
  test.each([
    [
      ['ar-EG', 'en-US'],
      ['Arabic', 'English'],
    ],
    [
      ['en', 'en-GB', 'fa-IR'],
      ['English', 'Farsi'],
    ],
    [
      ['pt-BR', 'zh-Hant-TW'],
      ['Portuguese', 'Chinese'],
    ],
    [
      ['fr', 'de', 'es', 'ru'],
      ['French', 'German', 'Spanish'],
    ],
    [['xx', 'tlh', ''], []],
    [[], []],
  ])('asks in %j, which are %j', (tags, names) => {
    expect(languagesOf(tags)).toEqual(names)
  })

  test('is said to the server, and nothing where nothing is known', () => {
    const reader = { languages: ['Arabic', 'English'], country: 'Egypt' } as const
    expect(fitQuery(reader)).toEqual({ sort: 'fit', speaks: 'Arabic,English', near: 'Egypt' })
    expect(fitQuery({ languages: [], country: 'Egypt' })).toEqual({ sort: 'fit', near: 'Egypt' })
    expect(fitQuery({ languages: [], country: undefined })).toEqual({})
  })
})
