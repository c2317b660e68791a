/** Of the digits of Arabic, and of Persian and Urdu. */
const zeros = [0x660, 0x6f0]

/** The same digits on every keyboard, and the same letters however a keyboard composes them. */
export function plainWords(words: string): string {
  return words
    .trim()
    .normalize('NFKC')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      const zero = zeros.find((each) => code >= each && code < each + 10) ?? code
      return String(code - zero)
    })
}

/** The least length of a PIN or a sentence, in letters. */
export const wordsMin = 6

/** What is wrong with words for a lock; undefined where nothing is. */
export function flawOf(words: string): 'short' | 'easy' | undefined {
  const said = plainWords(words)
  const codes = Array.from(said, (letter) => letter.codePointAt(0) ?? 0)
  if (codes.length < wordsMin) return 'short'
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1 ? 'easy' : undefined
}
