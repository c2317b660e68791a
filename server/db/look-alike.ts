/** Letters of other alphabets that are drawn like Latin ones. */
const drawnLike: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  ѕ: 's',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  һ: 'h',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ь: 'b',
  г: 'r',
  // Greek
  α: 'a',
  β: 'b',
  ε: 'e',
  ζ: 'z',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  // Armenian
  օ: 'o',
  ս: 'u',
  հ: 'h',
  ո: 'n',
  // Latin and signs
  ı: 'i',
  '0': 'o',
  '1': 'l',
  '5': 's',
  '|': 'l',
  $: 's',
  '@': 'a',
}

/** One key for everything that reads alike at a glance: `Sofia`, `Sofіa` with a Cyrillic letter and `Sof1a`. */
export function lookAlikeKey(text: string): string {
  const letters = Array.from(text.normalize('NFKC').toLowerCase(), (one) => drawnLike[one] ?? one)
  return letters
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l')
    .replace(/[\s._'’-]+/gu, ' ')
    .trim()
}
