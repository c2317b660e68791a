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
