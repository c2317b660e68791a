import { afterEach, describe, expect, test, vi } from 'vitest'
import { changeSpeech, currentSpeech } from '#src/i18n/chosen.ts'
import { compareNames, formatMoney, formatNumber, joinWords, weekDays } from '#src/i18n/speech.ts'

const english = currentSpeech()
afterEach(() => {
  changeSpeech(english, {})
  vi.unstubAllGlobals()
})

describe('money', () => {
  test('in English is as the server writes it, and short without cents that are none', () => {
    expect(formatMoney(113_999, 'USD')).toBe('$1,139.99')
    expect(formatMoney(113_999, 'EGP')).toBe('EGP 1,139.99')
    expect(formatMoney(114_000, 'USD', 'short')).toBe('$1,140')
    expect(formatMoney(113_999, 'USD', 'short')).toBe('$1,139.99')
    expect(formatMoney(0, 'USD')).toBe('$0.00')
  })

  test('in Arabic has the digits that were chosen, and its own name of a currency', () => {
    changeSpeech({ language: 'ar', country: 'EG' }, {})
    expect(formatMoney(113_999, 'EGP')).toMatch(/1,139\.99.*ج\.م/)
    changeSpeech({ digits: 'own' })
    expect(formatMoney(113_999, 'EGP')).toMatch(/١٬١٣٩٫٩٩/)
  })

  test('in French has the comma', () => {
    changeSpeech({ language: 'fr' }, {})
    expect(formatMoney(113_950, 'USD')).toMatch(/^1\s139,50 \$/u)
  })
})

test('a number is grouped as its language has it', () => {
  expect(formatNumber(1234.5)).toBe('1,234.5')
  changeSpeech({ language: 'ar', digits: 'own' }, {})
  expect(formatNumber(1234.5)).toBe('١٬٢٣٤٫٥')
})

describe('a week', () => {
  test.each([
    [undefined, 0],
    ['US', 0],
    ['EG', 6],
    ['SA', 0],
    ['LB', 1],
    ['RU', 1],
    ['PT', 0],
  ])('in %s begins on day %i and has each day once', (country, first) => {
    changeSpeech({ country })
    expect(weekDays()[0]).toBe(first)
    expect(weekDays().toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test.each([
    ['US', 0],
    ['EG', 6],
    ['JO', 6],
    ['SA', 0],
    ['LB', 1],
    ['FR', 1],
  ])('where the browser does not know it, in %s begins on day %i too', (country, first) => {
    // As Firefox has it.
    vi.stubGlobal('Intl', { ...Intl, Locale: function unknowing() {} })
    changeSpeech({ country })
    expect(weekDays()[0]).toBe(first)
  })
})

describe('names', () => {
  test('are in order without regard to case and accents', () => {
    expect(compareNames('zoë', 'Zoe')).toBe(0)
    expect(['Émile', 'Zoë', 'adam'].toSorted(compareNames)).toEqual(['adam', 'Émile', 'Zoë'])
  })

  test('in Arabic are in the order of its alphabet', () => {
    changeSpeech({ language: 'ar' }, {})
    expect(['ياسر', 'باسم', 'أحمد'].toSorted(compareNames)).toEqual(['أحمد', 'باسم', 'ياسر'])
  })
})

test('a list has the comma of its direction, and each part that runs the other way stands apart', () => {
  expect(joinWords(['60 minutes', 'weekly'])).toBe('60 minutes, weekly')
  expect(joinWords(['60 minutes', 'أسبوعيًا'])).toBe('60 minutes, \u2068أسبوعيًا\u2069')
  changeSpeech({ language: 'ar' }, {})
  expect(joinWords(['60 دقيقة', 'weekly'])).toBe('60 دقيقة، \u2068weekly\u2069')
})
