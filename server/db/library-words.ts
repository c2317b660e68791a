import { sql, type SQL } from 'drizzle-orm'
import type { ArticleFormat } from '#contract/library/blocks.ts'
import { foldedWords } from '#contract/text-search.ts'
import { plainText } from '#contract/library/plain-text.ts'

/** The folded words that search reads: PostgreSQL's own rules for letters and accents differ between databases. */
export function libraryWords(
  item: { title: string; body: string; format: ArticleFormat },
  author: { firstname: string; lastname: string },
): { headWords: SQL<never>; allWords: SQL<never> } {
  const title = foldedWords(item.title).join(' ')
  const name = foldedWords(`${author.firstname} ${author.lastname}`).join(' ')
  const text = foldedWords(plainText({ content: item.body, format: item.format })).join(' ')
  const head = sql`setweight(to_tsvector('simple', ${title}), 'A') || setweight(to_tsvector('simple', ${name}), 'B')`
  return {
    headWords: sql<never>`${head}`,
    allWords: sql<never>`${head} || to_tsvector('simple', ${text})`,
  }
}
