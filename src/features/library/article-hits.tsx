import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback } from 'react'
import type { CategoryFilter } from '#contract/library/category.ts'
import type { Article } from '#contract/library/model.ts'
import { HitList } from './hit-list.tsx'
import { readAllArticles } from './kept-library.ts'
import { searchServer } from './older-items.ts'
import { useSearch } from './use-search.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { useUnhidden } from './use-library.ts'

export interface ArticleHitsProps {
  db: UserDatabase
  query: string
  category: CategoryFilter
}

/** What a search of the articles finds. */
export function ArticleHits({ db, query, category }: ArticleHitsProps) {
  const articles = useLiveQuery(() => readAllArticles(db.viewerId), [db], nothing)
  const ask = useCallback(
    (words: string, among: CategoryFilter) =>
      asMember(db, (token) => searchServer(token, words, among)),
    [db],
  )
  const { hits, from } = useSearch({ query, category, articles, ask })
  const unhidden = useUnhidden<Article>(db)
  const shown = new Set(unhidden(hits.map(({ article }) => article)))
  return <HitList hits={hits.filter(({ article }) => shown.has(article))} from={from} />
}

const nothing: readonly Article[] = []
