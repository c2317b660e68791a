import { useRef, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { failureText } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { fetchSince, knownData, useRefresh, type Refresh } from './use-refresh.ts'

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
  /** Why the next page did not come, until it is asked for again or the list begins anew. */
  readonly moreFailure: string | undefined
  /** Changes what is on screen without asking the server. */
  readonly change: (change: (rows: readonly Row[]) => readonly Row[]) => void
}

/** What is on screen: so many pages, of which some rows may have gone since. */
interface ShownPages<Row> extends FetchedPage<Row> {
  readonly count: number
}

/**
 * A list that is not stored on the device, read page by page as the person asks for more. When it is looked at again it
 * stays as long as it was.
 */
export function usePages<Row>(
  fetchPage: (after: string | undefined) => Promise<FetchedPage<Row>>,
): Pages<Row> {
  const [page, setPage] = useState<ShownPages<Row>>()
  // What is there when an answer comes, which no closure from before it knows.
  const shown = useRef(page)
  const [loadingMore, setLoadingMore] = useState(false)
  const [moreFailure, setMoreFailure] = useState<string>()
  const changes = useRef(0)
  const { refresh, again } = useRefresh(async (isCurrent) => {
    const read = await fetchSince(changes, fetchShown)
    if (!isCurrent()) return
    show(read)
    setMoreFailure(undefined)
  })

  function show(next: ShownPages<Row> | undefined) {
    shown.current = next
    setPage(next)
  }

  /** From the first page on as many as are shown, also of those that come meanwhile. */
  async function fetchShown(): Promise<ShownPages<Row>> {
    let read: ShownPages<Row> = { ...(await fetchPage(undefined)), count: 1 }
    while (read.next !== null && read.count < (shown.current?.count ?? 1))
      read = following(read, await fetchPage(read.next))
    return read
  }

  /** It follows what is on screen when it comes; where the list has begun anew meanwhile, the page behind that is fetched. */
  async function fetchNext(after: string): Promise<void> {
    const fetched = await fetchPage(after)
    const now = shown.current
    if (now?.next === after) show(following(now, fetched))
    else if (typeof now?.next === 'string') await fetchNext(now.next)
  }

  async function fetchMore(after: string) {
    setLoadingMore(true)
    setMoreFailure(undefined)
    try {
      await fetchNext(after)
    } catch (error) {
      setMoreFailure(failureText(error, m.ui_more_failed()))
    } finally {
      setLoadingMore(false)
    }
  }

  const after = page?.next
  return {
    rows: knownData(page?.rows, refresh),
    refresh,
    again,
    more: typeof after === 'string' ? () => void fetchMore(after) : undefined,
    loadingMore,
    moreFailure,
    change: (change) => {
      changes.current += 1
      const now = shown.current
      show(now && { ...now, rows: change(now.rows) })
    },
  }
}

function following<Row>(before: ShownPages<Row>, page: FetchedPage<Row>): ShownPages<Row> {
  return { ...page, rows: [...before.rows, ...page.rows], count: before.count + 1 }
}

export interface MorePagesProps {
  pages: Pick<Pages<unknown>, 'more' | 'loadingMore' | 'moreFailure'>
  /** What the button says before anything went wrong. */
  label: string
  small?: boolean
}

/** The way to the next page; where it did not come, why, and the same button once more. */
export function MorePages({ pages, label, small = false }: MorePagesProps) {
  const { more, loadingMore, moreFailure } = pages
  if (!more) return null
  return (
    <>
      {moreFailure !== undefined && (
        <Banner tone="warn" announced>
          {moreFailure}
        </Banner>
      )}
      <Button
        look="secondary"
        wide={!small}
        size={small ? 'small' : 'medium'}
        busy={loadingMore}
        onClick={more}
      >
        {moreFailure === undefined ? label : m.ui_retry()}
      </Button>
    </>
  )
}
