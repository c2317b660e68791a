import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import {
  allCategories,
  categoryFilters,
  type CategoryFilter,
  type WellnessCategory,
} from '#contract/library/model.ts'
import { term } from '#src/i18n/chosen.ts'

/** The tab of a category, as an address has it: its first word in small letters. */
export function categoryTabId(category: CategoryFilter): string {
  return (category.split(' ', 1)[0] ?? category).toLowerCase()
}

/** The category whose tab this is; All for any other word. */
export function categoryOfTab(id: string | undefined): CategoryFilter {
  return categoryFilters.find((category) => categoryTabId(category) === id) ?? allCategories
}

/** Spec 9: All and the six, in their order. */
export function categoryTabs(): { id: string; label: string }[] {
  return categoryFilters.map((category) => ({
    id: categoryTabId(category),
    label: term(category),
  }))
}

/** The picture beside a category's name. */
export const categoryEmojis: Record<WellnessCategory, string> = {
  'Emotional Wellness': '💗',
  'Physical Wellness': '🏃',
  'Sociocultural Wellness': '🤝',
  'Nutritional Wellness': '🥕',
  'Spiritual Wellness': '🕊️',
  'Cognitive Wellness': '🧠',
}

/** What a list of the library shows, as its page's address has it. A wrong value is dropped, never an error page. */
const listSearchSchema = v.object({
  q: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100))), undefined),
  category: v.fallback(v.optional(v.string()), undefined),
})

export type ListSearch = v.InferOutput<typeof listSearchSchema>

/** A pause in typing this long, in milliseconds, is worth an entry in the address: each costs a turn of the router. */
const pauseMs = 300

/** What is searched and chosen, written into the address once the person pauses, so that a way back finds it. */
export function useListAddress(): {
  search: ListSearch
  change: (change: Partial<ListSearch>) => void
} {
  const address: unknown = useSearch({ strict: false })
  const [search, setSearch] = useState<ListSearch>(() => v.parse(listSearchSchema, address))
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // An effect because a page that was left must not write into the next one's address.
  useEffect(() => () => clearTimeout(timer.current), [])

  function change(part: Partial<ListSearch>) {
    const next = { ...search, ...part }
    setSearch(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const href = window.location.pathname + router.options.stringifySearch(next)
      void router.navigate({ href, replace: true, resetScroll: false })
    }, pauseMs)
  }

  return { search, change }
}
