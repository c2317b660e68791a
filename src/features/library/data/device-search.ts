import type { Article } from '#contract/library/model.ts'
import { plainText } from '#contract/library/plain-text.ts'
import {
  matchIn,
  searchRank,
  searchWords,
  type MatchPart,
  type Searched,
} from '#contract/library/search.ts'

export interface Hit {
  readonly article: Article
  /** Where it was found, with the words marked. */
  readonly match: readonly MatchPart[]
}

/** As many as the server gives on one page. */
const hitsMax = 20

/** What is searched of an article, made once for each state of it. */
const searched = new Map<string, { seq: number; fields: Searched }>()

/** Articles with all the words of a query, best first and of equals the newest; the server's rule on this device. */
export function searchOnDevice(articles: readonly Article[], query: string): readonly Hit[] {
  const words = searchWords(query)
  if (words.length === 0) return []
  return articles
    .map((article) => ({ article, rank: searchRank(fieldsOf(article), words) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank || (a.article._id < b.article._id ? 1 : -1))
    .slice(0, hitsMax)
    .map(({ article }) => ({ article, match: matchIn(fieldsOf(article).text, words) }))
}

function fieldsOf(article: Article): Searched {
  const known = searched.get(article._id)
  if (known?.seq === article.seq) return known.fields
  const { firstname, lastname } = article.author
  const fields = {
    title: article.title,
    author: `${firstname} ${lastname}`,
    text: plainText(article),
  }
  searched.set(article._id, { seq: article.seq, fields })
  return fields
}
