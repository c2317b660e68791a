import { useState } from 'react'
import { olderMax } from './older-items.ts'

export interface Older<Item> {
  readonly items: readonly Item[]
  /** Fetches older ones; undefined where there are none. */
  readonly more: (() => void) | undefined
  readonly loading: boolean
  /** Why the last press brought none. */
  readonly error: unknown
}

/** What stands at the server behind the end of a list that this device keeps: fetched as it is asked for, not kept. */
export function useOlder<Item extends { readonly _id: string }>(
  /** The last one of the list that is kept; undefined where the list is whole. */
  end: string | undefined,
  fetchOlder: (before: string) => Promise<readonly Item[]>,
): Older<Item> {
  const [fetched, setFetched] = useState<{ end: string; items: readonly Item[]; done: boolean }>()
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<unknown>()
  const behind = end !== undefined && fetched?.end === end ? fetched : undefined

  async function fetchMore(from: string) {
    setLoading(true)
    setError(undefined)
    const items = behind?.items ?? []
    try {
      const next = await fetchOlder(items.at(-1)?._id ?? from)
      setFetched({ end: from, items: [...items, ...next], done: next.length < olderMax })
    } catch (caught) {
      setError(caught)
    } finally {
      setLoading(false)
    }
  }

  const open = end !== undefined && !behind?.done
  return {
    items: behind?.items ?? [],
    more: open ? () => void fetchMore(end) : undefined,
    loading,
    error,
  }
}
