import type { Article } from '#contract/library/model.ts'
import { plainText } from '#contract/library/plain-text.ts'

/** An average reader of 13 or more. */
const wordsPerMinute = 200

/** Whole minutes that reading an article takes, at least one. */
export function minutesToRead(article: Pick<Article, 'content' | 'format'>): number {
  const words = plainText(article).split(/\s+/).filter(Boolean).length
  return Math.max(1, Math.round(words / wordsPerMinute))
}
