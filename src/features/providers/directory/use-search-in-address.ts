import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { directorySearchSchema, type DirectorySearch } from './directory-filter.ts'

/** A pause in typing this long, in milliseconds, is worth an entry in the address: each costs a turn of the router. */
const pauseMs = 300

/**
 * What is searched, as the page's address has it, and the way to keep it there once the person pauses, so that a way
 * back finds it. The address is read here and not in the route, which every first screen loads.
 */
export function useSearchInAddress(): {
  search: DirectorySearch
  onSearch: (search: DirectorySearch) => void
} {
  const address: unknown = useSearch({ strict: false })
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // An effect because a page that was left must not write into the next one's address.
  useEffect(() => () => clearTimeout(timer.current), [])

  function onSearch(search: DirectorySearch) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const href = window.location.pathname + router.options.stringifySearch(search)
      void router.navigate({ href, replace: true, resetScroll: false })
    }, pauseMs)
  }

  return { search: v.parse(directorySearchSchema, address), onSearch }
}
