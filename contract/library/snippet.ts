/** Spec 5: a snippet on the article list, and in the library of a profile, in characters. */
export const listSnippetCharsMax = 600
export const profileSnippetCharsMax = 400

/** The beginning of a text. `cut` says that there is more of it, so that Read More has somewhere to lead. */
export function snippetOf(text: string, charsMax: number): { text: string; cut: boolean } {
  // A character beyond the first plane counts as one and is never halved.
  const characters = text.length > charsMax ? Array.from(text) : []
  if (characters.length <= charsMax) return { text, cut: false }
  return { text: `${characters.slice(0, charsMax).join('')}...`, cut: true }
}
