import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  beginningOf,
  cleanLine,
  cleanText,
  formObject,
  freeText,
  passwordText,
  strictForm,
} from '#contract/free-text.ts'
import { hostileString, isCleanText } from './string-fields.ts'

describe('a text that people write', () => {
  test.each([
    ['line ends', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['NUL and control characters', 'a\u0000b\u0007\u009bc\td', 'abc\td'],
    ['halves of characters', '\ud83da\udc9b', 'a'],
    ['letters in two parts', 'Cafe\u0301', 'Caf\u00e9'],
    ['marks that turn text around', 'invoice\u202egnp.exe\u2066x\u2069', 'invoicegnp.exex'],
    ['zero-width spaces and a byte order mark', '\ufeffs\u200be\u2060x\u00ad', 'sex'],
    ['secret messages in tags', `hi${tags('meet me')}`, 'hi'],
    ['a flag cut short', `🏴${tags('gbeng').slice(0, -2)}`, '🏴'],
    ['letters that show nothing', '\u3164\uffa0\u115f', ''],
    ['invisible marks alone', '\u200d\u200e \ufe0f', ''],
    ['many marks of the same kind', `a${'\u200d'.repeat(4_000)}b`, 'a\u200db'],
    ['blanks around it', ' \u00a0 a \n', 'a'],
  ])('is rid of %s', (_, text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  test.each([
    ['a family', '👩‍👩‍👧‍👦'],
    ['a heart with its colour', '❤️'],
    ['the flag of a country', '🇪🇬'],
    ['the flag of a part of one', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a skin tone', '👍🏽'],
    ['Persian with its joiners', 'می‌خواهم'],
    ['Arabic with its vowel marks', 'مَرْحَبًا'],
    ['Hindi with its joiners', 'क्‍ष'],
    ['Hebrew beside English', 'שלום \u200eZync\u200f'],
    ['the variant of a Japanese name', '葛\u{e0100}城'],
    ['tabs and lines', 'a\tb\n\nc'],
  ])('keeps %s', (_, text) => {
    expect(cleanText(text)).toBe(text.normalize('NFC'))
  })

  test('holds nothing hidden whatever was sent, and comes out of a second cleaning unchanged', () => {
    fc.assert(
      fc.property(hostileString(), (text) => {
        for (const clean of [cleanText(text), cleanLine(text)]) {
          expect(isCleanText(clean)).toBe(true)
          expect(clean.trim()).toBe(clean)
        }
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text))
        expect(cleanLine(text)).not.toMatch(/[\n\t]/)
      }),
    )
  })

  test('is counted after it was cleaned', () => {
    const five = v.pipe(freeText('Say it'), v.minLength(1, 'Say it'), v.maxLength(5))
    expect(v.parse(five, ' \u0000\u200b12345 ')).toBe('12345')
    expect(v.is(five, '\u0000\u200b')).toBe(false)
    expect(v.safeParse(five, 5).issues?.[0].message).toBe('Say it')
  })

  test('is never cut inside a character', () => {
    expect(beginningOf('ab💚', 3)).toBe('ab')
    expect(beginningOf('ab💚', 4)).toBe('ab💚')
  })
})

test.each(['a\u0000', 'a\t', '\u009f', '\ud800'])('a password with %j is refused', (text) => {
  expect(v.is(passwordText(), text)).toBe(false)
  expect(v.parse(passwordText(), '  pass 💚\u200d ')).toBe('  pass 💚\u200d ')
})

test.each([
  ['a form', formObject],
  ['a strict form', strictForm],
])('a field that is missing in %s says what an empty one says', (_, form) => {
  const schema = form({
    bio: v.pipe(freeText('Say it'), v.minLength(1, 'Say it')),
    age: v.number(),
  })
  const texts = v.safeParse(schema, {}).issues?.map(({ message }) => message)
  expect(texts).toEqual(['Say it', 'age is required'])
})

test('a strict form refuses a field that it does not know', () => {
  const known = strictForm({ bio: freeText() })
  expect(v.safeParse(known, { bio: '', role: 'admin' }).issues?.[0].message).toBe(
    'This field is not known.',
  )
})

/** The invisible letters of a text, ended as a flag ends. */
function tags(text: string): string {
  const letters = Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
  return `${letters.join('')}\u{e007f}`
}
