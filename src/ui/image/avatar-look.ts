/** Two ends of a gradient each; white initials are readable on both. */
export const avatarGradients = [
  ['#6546e0', '#a83ab4'],
  ['#a83ab4', '#d23a63'],
  ['#c2405a', '#b3521f'],
  ['#1f6f8b', '#4a5ad6'],
  ['#0f7664', '#2b6cb0'],
  ['#8a4bc9', '#4a5ad6'],
  ['#b0447c', '#8146d0'],
  ['#9a5a12', '#bb3f5c'],
] as const

/** The same gradient for the same id, on every device and in every session. */
export function avatarGradient(id: string): (typeof avatarGradients)[number] {
  let hash = 0
  for (let index = 0; index < id.length; index += 1) {
    hash = (Math.imul(hash, 31) + id.charCodeAt(index)) >>> 0
  }
  return avatarGradients[hash % avatarGradients.length] ?? avatarGradients[0]
}

/** The first letters of the first and last word of a name, upper case; a question mark for an empty one. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(firstLetter)
  return letters.join('').toLocaleUpperCase() || '?'
}

/** By code point, so that a letter outside the basic plane is not cut in half. */
function firstLetter(word: string | undefined): string {
  const point = word?.codePointAt(0)
  return point === undefined ? '' : String.fromCodePoint(point)
}
