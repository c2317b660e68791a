/** Voices fall silent in the middle of what is much longer. */
const partCharsMax = 220

/** A text as pieces that a voice reads one after another: sentences, and the long ones in halves. */
export function speechParts(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => line.match(/[^.!?…]+[.!?…]*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap(halved)
}

function halved(sentence: string): string[] {
  if (sentence.length <= partCharsMax) return [sentence]
  const middle = sentence.lastIndexOf(' ', partCharsMax)
  const at = middle > 0 ? middle : partCharsMax
  return [sentence.slice(0, at).trim(), ...halved(sentence.slice(at).trim())]
}
