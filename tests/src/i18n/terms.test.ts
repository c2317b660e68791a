import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { problem, problemCatalogue, problemCodes } from '#contract/problem.ts'
import { countries, statesOf } from '#contract/reference/countries.ts'
import { helpByCountry } from '#contract/reference/helplines-data.ts'
import { changeSpeech, problemTerm, stateTerm, term } from '#src/i18n/chosen.ts'
import { placeText } from '#src/i18n/speech.ts'
import { messagesOf } from '#src/i18n/term-messages.ts'
import { ar } from '#src/i18n/terms-ar.ts'
import { fr } from '#src/i18n/terms-fr.ts'

const { texts } = ar
const arabic = /^(?!.*[a-z]{4})(?=.*\p{sc=Arab})/u
const readsArabic = ['EG', 'QA', 'LB', 'AE', 'SD', 'SA', 'JO']

afterEach(() => changeSpeech({ language: 'en' }, {}))

describe('in English', () => {
  test('every value, place and problem is what came from the server', () => {
    expect(term('Psychotherapist')).toBe('Psychotherapist')
    expect(placeText({ state: 'Giza', country: 'Egypt' })).toBe('Giza, Egypt')
    expect(placeText({ state: null, country: null })).toBeUndefined()
    for (const code of problemCodes) expect(problemTerm(problem(code))).toEqual(problem(code))
  })
})

describe.each([
  { language: 'ar', terms: ar },
  { language: 'fr', terms: fr },
] as const)('in $language', ({ language, terms }) => {
  beforeEach(() => changeSpeech({ language }, messagesOf(terms)))

  test('every sentence that an endpoint fails with has its words', () => {
    const endpoints: Endpoint[] = Object.values(api)
    const texts = endpoints.flatMap((endpoint) => Object.values(endpoint.texts ?? {}))
    const all = [...texts, ...problemCodes.map((code) => problemCatalogue[code].message)]
    expect(all.filter((text) => term(text) === text)).toEqual([])
  })

  test('every helpline says whom it is for, when, and what to press', () => {
    for (const { iso2 } of countries) {
      const { emergency, lines } = helpByCountry[iso2]
      const notes = lines.flatMap(({ ways }) => ways.map((way) => ('note' in way ? way.note : '')))
      const words = emergency
        .flatMap(({ service, note }) => [service, note])
        .concat(
          lines.flatMap(({ forWhom, hours }) => [forWhom, hours ?? '']),
          // Elsewhere its name may be the one that its country knows it by.
          readsArabic.includes(iso2) ? lines.map(({ name }) => name) : [],
          notes,
        )
      // Some words are the same in French.
      const known = (text: string) => Object.hasOwn(terms.helplines, text)
      const untold = words.filter((text) => text && term(text) === text && !known(text))
      expect([iso2, untold]).toEqual([iso2, []])
    }
  })

  test('no number of a sentence is lost or made up', () => {
    const numbers = (text: string) => text.match(/\d+|#/g)?.length ?? 0
    const differing = Object.entries(terms.texts).filter(([text, said]) => {
      return said.includes('#') && numbers(text) !== numbers(said)
    })
    expect(differing).toEqual([])
  })

  test('an hour or a number of a helpline is always the one that its country has now', () => {
    const written = Object.values(terms.helplines).filter((said) => /\d/.test(said))
    expect(written).toEqual([])
    expect(term('Every day, 10:00 to 20:00')).toMatch(/10:00.*20:00/)
  })
})

describe('in Arabic', () => {
  beforeEach(() => changeSpeech({ language: 'ar' }, messagesOf(ar)))

  test('every state of a country that reads Arabic has its name, and others stay as they are', () => {
    for (const { iso2, name } of countries) {
      const untold = statesOf(name).filter((state) => stateTerm(state, name) === state)
      expect([iso2, untold]).toEqual([iso2, readsArabic.includes(iso2) ? [] : statesOf(name)])
    }
    expect(placeText({ state: 'Giza', country: 'Egypt' })).toBe('الجيزة، مصر')
    expect(placeText({ state: 'North', country: 'Lebanon' })).toBe('الشمال، لبنان')
    expect(placeText({ state: 'Giza', country: null })).toBe('\u2068Giza\u2069')
    expect(placeText({ state: 'Lisboa', country: 'Portugal' })).toBe('\u2068Lisboa\u2069، البرتغال')
  })

  test('a place is a list of the language, whatever is known of its names', () => {
    changeSpeech({ language: 'ar' }, {})
    expect(placeText({ state: 'Giza', country: 'Egypt' })).toBe(
      '\u2068Giza\u2069، \u2068Egypt\u2069',
    )
  })

  test('a number in a sentence is said as it came', () => {
    expect(term('At most 2000 characters')).toBe('عدد الأحرف 2000 على الأكثر')
    expect(term('Phone number must be 4 to 14 digits')).toBe('رقم الهاتف من 4 إلى 14 رقمًا')
    expect(term('File size exceeds 10MB limit.')).toBe('حجم الملف أكبر من 10 ميغابايت.')
  })

  test('what is counted has the form of its number: tanwin from 11 to 99 alone', () => {
    const plurals = new Intl.PluralRules('ar')
    const wrong = Object.entries(texts).filter(([text, said]) => {
      const numbers = text.match(/\d+/g) ?? []
      const counted = [...said.matchAll(/#(?: ([\u0621-\u0652]+))?/g)]
      return counted.some(
        ([, noun = ''], place) =>
          noun.endsWith('ًا') && plurals.select(Number(numbers[place])) !== 'many',
      )
    })
    expect(wrong).toEqual([])
  })

  test('a problem is said by its own words, its fields by theirs, and an unknown sentence by its code', () => {
    const fields = { email: 'Invalid email format', other: 'Something new' }
    expect(
      problemTerm(problem('invalid_input', { message: 'Invalid email format', fields })),
    ).toEqual({
      code: 'invalid_input',
      message: texts['Invalid email format'],
      fields: { email: texts['Invalid email format'], other: 'Something new' },
    })
    expect(problemTerm(problem('not_found', { message: 'User not found.' })).message).toBe(
      texts['User not found.'],
    )
    expect(problemTerm(problem('busy', { message: 'Of a later server.' })).message).toBe(
      ar.problems.busy,
    )
  })

  test('nothing is left in English but names that everybody writes so', () => {
    const { problems, specialties, categories, countries: names, genders, spoken } = ar
    const said = [problems, specialties, categories, names, genders, spoken].flatMap((table) =>
      Object.values<string>(table),
    )
    expect(said.filter((text) => !arabic.test(text.replace('Zync', '')))).toEqual([])
  })
})

describe('in French', () => {
  beforeEach(() => changeSpeech({ language: 'fr' }, messagesOf(fr)))

  test('a place is named as a list to the left has it, a state by its own name', () => {
    expect(placeText({ state: 'Giza', country: 'Egypt' })).toBe('Giza, Égypte')
  })

  test('spaces before ; ? ! : % and within guillemets do not break', () => {
    const said = Object.values(fr).flatMap((table: object) => Object.values(table) as unknown[])
    expect(said.filter((text) => / [;?!:%»]|« |\w[;?!»]/u.test(String(text)))).toEqual([])
  })

  test('everybody is « tu »', () => {
    const said = [...Object.values(fr.problems), ...Object.values(fr.texts)]
    expect(said.filter((text) => /\b(?:votre|vos)\b|\bvous (?!êtes)/i.test(text))).toEqual([])
  })
})
