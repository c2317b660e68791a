import { westernDigits } from './language.ts'

/**
 * Raised by whoever changes what a text folds to, or which texts are folded: what is stored folded is then folded anew, on
 * servers by itself, on devices by one more version of the shared database (`foldedIn`, which does not compile without).
 */
export const foldVersion = 2

/** Letters that Unicode does not take apart and people type as others. */
const alike: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  // Arabic: spellings of one word, and the letters of Persian and Urdu keyboards.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ة: 'ه',
  ۃ: 'ه',
  ە: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ک: 'ك',
  ـ: '',
}
const alikeLetters = new RegExp(`[${Object.keys(alike).join('')}]`, 'g')

/** Marks above and below letters, by script; other scripts spell with theirs. */
const marks = [
  // Latin and Greek, and those of any letter
  '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f',
  // Cyrillic
  '\\u0483-\\u0489',
  // Hebrew
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7',
  // Arabic
  '\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u08ca-\\u08e1\\u08e3-\\u08ff',
]
/** What no search types: marks, and what nobody sees. */
const unsearched = new RegExp(`[${marks.join('')}]|\\p{DI}`, 'gu')

/**
 * A text as search compares it: no case, no accents, no vowel marks, one spelling and one kind of digits; the same on every
 * device and database, and of the same text always the same. `فاطمة ٢٠` and `فاطمه 20` are one.
 */
export function foldText(text: string): string {
  // Most words of most texts, and most of the time that folding takes.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    // A small letter can be made of more than its capital.
    .normalize('NFKD')
    .replace(unsearched, '')
    .replace(alikeLetters, (letter) => alike[letter] ?? letter)
  return westernDigits(letters)
}

/** The words of a text as they are written: what is not seen belongs to the word that it stands in. */
export const writtenWords = /[\p{L}\p{N}\p{M}\p{DI}]+/gu

/**
 * The folded words of a text, in their order. They have no marks of any script, since PostgreSQL would end a word at one,
 * by the rules of its machine.
 */
export function foldedWords(text: string): string[] {
  return (
    foldText(text)
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/**
 * A name as a search compares it: words of letters, marks and digits with single spaces between them, an apostrophe being
 * no end of a word. `Zoë O’Neil` becomes `zoe oneil`. Marks that are vowels stay, for names differ by them alone.
 */
export function searchKey(text: string): string {
  return foldText(text)
    .replace(/['’ʼ`]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
