import { pageRowsMax } from '#contract/page.ts'

/** How a page of a list is asked for. */
export interface PageQuery {
  readonly limit: string
  readonly after?: string
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/**
 * A list page by page, to its end or as far as `pagesMax`; `onPage` sees each page as it comes. The first may be
 * there already, as `first`. Rejects as a page does.
 */
export async function everyPage<Row>(
  fetchPage: (query: PageQuery) => Promise<Page<Row>>,
  options: EveryPageOptions<Row> = {},
): Promise<Row[]> {
  const { pagesMax = Number.POSITIVE_INFINITY, first, onPage = ignore } = options
  const rows: Row[] = []
  let after: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const fetched: Page<Row> =
      page === 0 && first
        ? first
        : await fetchPage({ limit: String(pageRowsMax), ...(after === null ? {} : { after }) })
    rows.push(...fetched.rows)
    await onPage(fetched.rows)
    after = fetched.next
    if (after === null) break
  }
  return rows
}

interface EveryPageOptions<Row> {
  readonly pagesMax?: number
  readonly first?: Page<Row>
  readonly onPage?: (rows: readonly Row[]) => Promise<void>
}

function ignore(): Promise<void> {
  return Promise.resolve()
}
