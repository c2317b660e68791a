import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { allCategories, type CategoryFilter } from '#contract/library/category.ts'
import type { Article } from '#contract/library/model.ts'
import { searchOnDevice, type Hit } from '../data/device-search.ts'

/** A pause in typing this long, in milliseconds, is a question to the server. */
const pauseMs = 300

export interface SearchWish {
  readonly query: string
  readonly category: CategoryFilter
  /** What this device has stored. */
  readonly articles: readonly Article[]
  /** Asks the server. Rejects where it cannot be asked. */
  readonly ask: (query: string, category: CategoryFilter) => Promise<readonly Hit[]>
}

/** What a search finds: on this device at once, and at the server a moment later where there is a network. */
export function useSearch(wish: SearchWish): { hits: readonly Hit[]; from: 'server' | 'device' } {
  const { category, articles, ask } = wish
  const query = useDeferredValue(wish.query.trim())
  const here = useMemo(
    () => (query === '' ? [] : searchOnDevice(articlesOf(articles, category), query)),
    [articles, category, query],
  )
  const [there, setThere] = useState<{ key: string; hits: readonly Hit[] }>()
  const key = `${category}/${query}`

  // An effect because the server is asked after a pause, and an answer to an older question counts no more.
  useEffect(() => {
    if (query === '') return undefined
    let current = true
    const timer = setTimeout(() => {
      ask(query, category).then(
        (hits) => current && setThere({ key, hits }),
        () => current && setThere(undefined),
      )
    }, pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [ask, category, query, key])

  return there?.key === key ? { hits: there.hits, from: 'server' } : { hits: here, from: 'device' }
}

function articlesOf(articles: readonly Article[], category: CategoryFilter): readonly Article[] {
  return category === allCategories
    ? articles
    : articles.filter((article) => article.category === category)
}
