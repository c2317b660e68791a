import { afterEach, expect, test, vi } from 'vitest'
import {
  changeSpeech,
  currentSpeech,
  localeOf,
  plural,
  shown,
  subscribeToSpeech,
} from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'

const english = currentSpeech()
afterEach(() => changeSpeech(english, {}))

const arabic = { language: 'ar' } as const
const isolated = (text: string) => `\u2068${text}\u2069`

test('a message is said in the chosen language, and in English where that one lacks it', () => {
  changeSpeech(arabic, { shell_nav_login: () => 'دخول' })
  expect(m.shell_nav_login()).toBe('دخول')
  expect(m.shell_nav_register()).toBe('Register')
  changeSpeech(english, {})
  expect(m.shell_nav_login()).toBe('Login')
})

test('English with English in it stays byte for byte', () => {
  expect(m.shell_title({ page: 'Zoë O’Neil – 3:20 PM' })).toBe('Zoë O’Neil – 3:20 PM · Zync')
  expect(m.shell_needs_auth({ count: 3 })).toBe('Log in again to send 3 items.')
})

test.each(['ليلى', 'Lina ليلى', 'שרה'])('%s stands apart in an English sentence', (name) => {
  expect(m.shell_title({ page: name })).toBe(`${isolated(name)} · Zync`)
})

test('in Arabic, Latin letters and long numbers stand apart, Arabic and short numbers do not', () => {
  changeSpeech(arabic, {})
  expect(shown('Lina')).toBe(isolated('Lina'))
  expect(shown('ليلى Lina')).toBe(isolated('ليلى Lina'))
  expect(shown('+966 50 123 4567')).toBe(isolated('+966 50 123 4567'))
  expect(shown('ليلى')).toBe('ليلى')
  expect(shown('12')).toBe('12')
  expect(shown('')).toBe('')
})

test('of facts beside each other, one that runs the other way takes no digits of its neighbor along', () => {
  expect(joinFacts(['Coach', undefined, '27 September 2026'])).toBe('Coach · 27 September 2026')
  changeSpeech(arabic, {})
  expect(joinFacts(['Coach', '27 سبتمبر 2026'])).toBe(`${isolated('Coach')} · 27 سبتمبر 2026`)
})

test('numbers are written in the digits that were chosen, without losing any', () => {
  expect(shown(1234.5)).toBe(1234.5)
  changeSpeech(arabic, {})
  expect(shown(1234.5)).toBe('1234.5')
  changeSpeech({ digits: 'own' })
  expect(shown(1234.5)).toBe('١٢٣٤٫٥')
  changeSpeech({ language: 'fr', digits: 'usual' }, {})
  expect(shown(1.5)).toBe('1,5')
})

test.each([
  [{}, 'en-US'],
  [{ country: 'EG' }, 'en-US'],
  [{ language: 'ar' }, 'ar-u-ca-gregory-nu-latn'],
  [{ language: 'ar', country: 'SA', digits: 'own' }, 'ar-SA-u-ca-gregory-nu-arab'],
  [{ language: 'fr', country: 'LB', digits: 'own' }, 'fr-LB-u-ca-gregory-nu-latn'],
] as const)('%j is the locale %s', (changes, locale) => {
  expect(localeOf({ ...english, ...changes })).toBe(locale)
})

test('whoever follows the speech hears of a change until they leave', () => {
  const listener = vi.fn<() => void>()
  const leave = subscribeToSpeech(listener)
  changeSpeech({ you: 'female' })
  leave()
  changeSpeech(english)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the rules of plurals are made once for a language, however much is counted', () => {
  const made = vi.spyOn(Intl, 'PluralRules')
  // No other test counts in this language.
  const forms = [0, 1, 2, 3, 5, '7', 1.5].map((count) => plural('cy', count))
  expect(forms).toEqual(['zero', 'one', 'two', 'few', 'other', 'other', 'other'])
  expect(made).toHaveBeenCalledTimes(1)
  made.mockRestore()
})
