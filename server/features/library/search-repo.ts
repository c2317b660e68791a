import type { CategoryFilter } from '#contract/library/category.ts'
import { isWholeWord } from '#contract/library/search.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Sight } from './as-seen-by.ts'
import { itemColumns, itemsAndAuthors, listed, type ItemRow } from './item-row.ts'

/** So many of the newest hits are weighed against each other, so that a common word costs no more than a rare one. */
const weighedMax = 100

/**
 * Articles that this viewer may read and that have all of `words`, as `wordMatches` has it, best first. The words are
 * folded ones, of letters and digits alone. Whatever has them all in its title and its author stands before whatever
 * has them in its text too, so texts are only looked at where the first are few.
 */
export async function searchArticles(
  client: Queryable,
  { viewerId, apart }: Sight,
  asked: { words: readonly string[]; category: CategoryFilter; skip: number; limit: number },
): Promise<ItemRow[]> {
  const newestWith = (vector: string, more = '') => `select i.id from q, ${itemsAndAuthors}
    where i.kind = 'article' and i.${vector} @@ q.words and (${listed} or u.id = $2)
      and ($3 = 'All' or i.category = $3) and i.author_id <> all($6::uuid[]) ${more}
    order by i.id desc limit ${weighedMax}`
  const { rows } = await client.query<ItemRow>({
    name: 'library_search',
    text: `with q as materialized (select to_tsquery('simple', $1) as words),
      heads as materialized (${newestWith('head_words')}),
      texts as (${newestWith('all_words', `and (select count(*) from heads) < ${weighedMax}`)}),
      found as (select id from heads union select id from texts)
      select ${itemColumns}
      from q, found join library_items i using (id) join users u on u.id = i.author_id
      order by ts_rank(i.head_words, q.words) * 4 + ts_rank(i.all_words, q.words) desc, i.id desc
      offset $4 limit $5`,
    values: [prefixQuery(asked.words), viewerId, asked.category, asked.skip, asked.limit, apart],
  })
  return rows
}

/** Quoted, so that no word is taken for an operator. */
function prefixQuery(words: readonly string[]): string {
  return words.map((word) => (isWholeWord(word) ? `'${word}'` : `'${word}':*`)).join(' & ')
}
