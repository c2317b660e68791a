import * as v from 'valibot'
import { freeLine } from '../free-text.ts'

/** Characters that nobody sees, or that turn the direction of the text behind them. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u115f\u1160\u3164\uffa0\u{1d159}]/gu

/** A person's name is written in one form, so that what looks the same is stored the same. */
export function cleanName(text: string): string {
  const seen = text.normalize('NFKC').replace(unseen, '').replace(/\s+/gu, ' ').trim()
  // A mark behind a character that went joins the letter before it.
  return seen.normalize('NFKC').trim()
}

/** Spec 5: a name is required; letters of two alphabets in one word are how a name imitates another. */
export function personNameSchema(required: string, charsMax: number) {
  return v.pipe(
    freeLine(required),
    v.transform(cleanName),
    v.minLength(1, required),
    v.maxLength(charsMax, `At most ${charsMax} characters`),
    v.check(
      (name) => name.split(' ').every(isOneAlphabet),
      'Please write this name in one alphabet',
    ),
  )
}

/** Scripts that are written with others in one word. */
const eastAsian = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo']
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Ethiopic',
  'Thai',
  'Cherokee',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))
const anyEastAsian = new RegExp(
  `[${eastAsian.map((script) => `\\p{Script=${script}}`).join('')}]`,
  'u',
)

function isOneAlphabet(word: string): boolean {
  return [...scripts, anyEastAsian].filter((script) => script.test(word)).length <= 1
}

const ascii = /^[\x20-\x7e]*$/

/** A username holds what every keyboard can type, so that no two look alike by their alphabet. */
export function usernameSchema(tooShort: string, charsMin: number, charsMax: number) {
  return v.pipe(
    v.string(tooShort),
    v.trim(),
    v.minLength(charsMin, tooShort),
    v.maxLength(charsMax, `At most ${charsMax} characters`),
    v.regex(ascii, 'Username can have letters a to z, numbers and signs like . _ -'),
  )
}
