/** Letters that Unicode does not take apart and people type as others. */
const alike: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ى: 'ي',
  ة: 'ه',
  ـ: '',
}
const alikeLetters = new RegExp(`[${Object.keys(alike).join('')}]`, 'g')

/** A text as search compares it: no case, no accents, no vowel marks; the same on every device and database. */
export function foldText(text: string): string {
  // Most words of most texts, and most of the time that folding takes.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(alikeLetters, (letter) => alike[letter] ?? letter)
}

/** The folded words of a text, in their order. */
export function foldedWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Marks above and below letters of Latin, Greek, Cyrillic and Arabic script; other scripts spell with theirs. */
const marks = /[\u0300-\u036f\u064b-\u065f\u0670]/g
const lettersOfTheirOwn: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * A name as a search compares it: small letters without accents, words of letters and digits with single spaces
 * between them. `Zoë O’Neil` becomes `zoe oneil`. It folds less than
 * `foldText`, since vowel marks spell names in Indic scripts; server and devices store its keys, so the two stay apart.
 */
export function searchKey(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => lettersOfTheirOwn[letter] ?? letter)
    .replace(/['’ʼ`]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
