import { useState } from 'react'
import { knownData, useRefresh, type Refresh } from './use-refresh.ts'

/** One page of a list that is read from the server alone. */
export interface FetchedPage<Row> {
  readonly rows: readonly Row[]
  /** Names the next page; null on the last one. */
  readonly next: string | null
}

export interface Pages<Row> {
  /** Undefined before the first page has come, and where the only one was empty and could not be read again. */
  readonly rows: readonly Row[] | undefined
  readonly refresh: Refresh
  readonly again: () => void
  /** Fetches the next page; undefined on the last one. */
  readonly more: (() => void) | undefined
  readonly loadingMore: boolean
  /** Changes what is on screen without asking the server. */
  readonly change: (change: (rows: readonly Row[]) => readonly Row[]) => void
}

/** A list that is not stored on the device, read page by page as the person asks for more. */
export function usePages<Row>(
  fetchPage: (after: string | undefined) => Promise<FetchedPage<Row>>,
): Pages<Row> {
  const [page, setPage] = useState<FetchedPage<Row>>()
  const [loadingMore, setLoadingMore] = useState(false)
  const { refresh, again } = useRefresh(async () => setPage(await fetchPage(undefined)))

  async function fetchMore({ rows, next }: FetchedPage<Row>, after: string) {
    setLoadingMore(true)
    try {
      const fetched = await fetchPage(after)
      setPage({ rows: [...rows, ...fetched.rows], next: fetched.next })
    } catch {
      // The button stays where it was, to be pressed again.
      setPage({ rows, next })
    } finally {
      setLoadingMore(false)
    }
  }

  const after = page?.next
  return {
    rows: knownData(page?.rows, refresh),
    refresh,
    again,
    more: page && typeof after === 'string' ? () => void fetchMore(page, after) : undefined,
    loadingMore,
    change: (change) => setPage((now) => now && { ...now, rows: change(now.rows) }),
  }
}
