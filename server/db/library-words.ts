import { sql, type SQL } from 'drizzle-orm'
import type { ArticleFormat } from '#contract/library/blocks.ts'
import type { WellnessCategory } from '#contract/library/category.ts'
import { foldedWords, foldVersion } from '#contract/fold.ts'
import { plainText } from '#contract/library/plain-text.ts'
import { categoryWords } from '#contract/reference/found-by.ts'

/** The folded words that search reads: PostgreSQL's own rules for letters and accents differ between databases. */
export function libraryWords(
  item: { title: string; body: string; format: ArticleFormat; category: WellnessCategory },
  author: { firstname: string; lastname: string },
): { headWords: SQL; allWords: SQL; fold: number } {
  const title = foldedWords(item.title).join(' ')
  const name = foldedWords(`${author.firstname} ${author.lastname}`).join(' ')
  const written = plainText({ content: item.body, format: item.format })
  const text = [...foldedWords(written), ...categoryWords(item.category)].join(' ')
  const head = sql`setweight(to_tsvector('simple', ${title}), 'A') || setweight(to_tsvector('simple', ${name}), 'B')`
  return {
    headWords: head,
    allWords: sql`${head} || to_tsvector('simple', ${text})`,
    fold: foldVersion,
  }
}
