/** The school year that a text asks for, after Flesch and Kincaid, with syllables counted by the groups of vowels. */
export function readingGrade(text: string): number {
  const words = wordsOf(text)
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  const sentences = sentencesOf(text).length
  return (0.39 * words.length) / sentences + (11.8 * syllables) / words.length - 15.59
}

export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.?!])\s+/).filter((sentence) => /[a-z]/i.test(sentence))
}

export function wordsOf(text: string): string[] {
  return text.match(/[a-z0-9]+(?:['’-][a-z0-9]+)*/gi) ?? []
}

/** 'tired' has one, 'people' two, 'idea' two or three: an estimate that is fair on average. */
export function syllablesOf(word: string): number {
  const spoken = word
    .toLowerCase()
    .replace(/(?:[^laeiouy]es|[^dtaeiouy]ed|[^laeiouy]e)$/, (end) => end.charAt(0))
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0)
}
