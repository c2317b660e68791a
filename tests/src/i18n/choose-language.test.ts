import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { languageFacts } from '#contract/language.ts'
import {
  browserChoice,
  cookieChoice,
  missingLanguage,
  offeredLanguages,
  ownDigitsOf,
  readTag,
  speak,
  speakAgain,
  tagOf,
} from '#src/i18n/choose-language.ts'
import { changeSpeech, currentLanguage } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'

const root = { lang: '', dir: '' }
const usual = (language: 'en' | 'ar' | 'fr') => ({ language, digits: 'usual' }) as const

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '', documentElement: root })
})

afterEach(async () => {
  await speak(usual('en'))
  changeSpeech(usual('en'), {})
  vi.unstubAllGlobals()
})

describe('a choice as it is stored', () => {
  test.each([
    ['en', 'en', 'usual'],
    ['ar', 'ar', 'usual'],
    ['ar-u-nu-arab', 'ar', 'own'],
  ] as const)('%s reads back as it was written', (tag, language, digits) => {
    expect(readTag(tag)).toEqual({ language, digits })
    expect(tagOf({ language, digits })).toBe(tag)
  })

  test('with digits of its own is none where a language has none', () => {
    expect(tagOf({ language: 'fr', digits: 'own' })).toBe('fr')
  })

  test.each([undefined, null, 7, {}, '', 'tlh', 'constructor', '__proto__', 'x'.repeat(10_000)])(
    'that is %j is none',
    (tag) => expect(readTag(tag)).toBeUndefined(),
  )
})

test.each([
  ['', undefined],
  ['lang=ar', 'ar'],
  ['a=b; lang=ar-u-nu-arab; c=d', 'ar'],
  ['slang=ar', undefined],
  ['lang=tlh', undefined],
])('the cookie %j chooses %s', (cookie, language) => {
  vi.stubGlobal('document', { cookie, documentElement: root })
  expect(cookieChoice()?.language).toBe(language)
})

test.each([
  [['en-GB', 'ar'], 'en'],
  [['tlh', 'xx-YY'], 'en'],
  [[], 'en'],
])('a browser in %j is spoken to in %s', (languages, language) => {
  vi.stubGlobal('navigator', { languages })
  expect(browserChoice()).toEqual(usual(language as 'en'))
})

test('each language is offered by its own name, a draft with a word for it', () => {
  expect(offeredLanguages.map(({ tag, name }) => [tag, name])).toEqual(
    Object.entries(languageFacts).map(([tag, { name }]) => [tag, name]),
  )
  for (const { status, draftWord } of offeredLanguages)
    expect(draftWord !== undefined).toBe(status === 'draft')
})

test('digits of its own are shown as themselves', () => {
  expect([ownDigitsOf('ar'), ownDigitsOf('fr')]).toEqual(['١٢٣', undefined])
})

describe('to speak a language', () => {
  test('changes the words, and says language and direction to the browser', async () => {
    await speak(usual('ar'))
    expect(m.shell_nav_login()).toBe('دخول')
    expect(root).toEqual({ lang: 'ar', dir: 'rtl' })
    await speak(usual('en'))
    expect(m.shell_nav_login()).toBe('Login')
    expect(root).toEqual({ lang: 'en', dir: 'ltr' })
  })

  test('of two choices in a row the later one counts, whichever arrives first', async () => {
    await Promise.all([speak(usual('ar')), speak(usual('fr')), speak(usual('en'))])
    expect([currentLanguage(), root.lang]).toEqual(['en', 'en'])
  })

  test('does nothing anew where nothing is missing', async () => {
    await speak(usual('ar'))
    speakAgain()
    expect([currentLanguage(), missingLanguage.get()]).toEqual(['ar', undefined])
  })
})
