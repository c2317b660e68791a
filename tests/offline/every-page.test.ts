import { describe, expect, test } from 'vitest'
import { everyPage, type PageQuery } from '#src/offline/api/every-page.ts'

const pages = [
  { rows: [1, 2], next: 'b' },
  { rows: [3], next: 'c' },
  { rows: [4], next: null },
]

function book() {
  const asked: PageQuery[] = []
  return {
    asked,
    fetchPage: async (query: PageQuery) => {
      asked.push(query)
      return pages[asked.length - 1] ?? { rows: [], next: null }
    },
  }
}

describe('a list in pages', () => {
  test('is read to its end, each page named by the one before', async () => {
    const { asked, fetchPage } = book()
    const seen: (readonly number[])[] = []
    const rows = await everyPage(fetchPage, { onPage: async (page) => void seen.push(page) })
    expect(rows).toEqual([1, 2, 3, 4])
    expect(seen).toEqual([[1, 2], [3], [4]])
    expect(asked.map(({ after }) => after)).toEqual([undefined, 'b', 'c'])
  })

  test('is read as far as is wished', async () => {
    const { asked, fetchPage } = book()
    expect(await everyPage(fetchPage, { pagesMax: 2 })).toEqual([1, 2, 3])
    expect(asked).toHaveLength(2)
  })

  test('goes on behind a first page that is there already', async () => {
    const { asked, fetchPage } = book()
    const first = { rows: [0], next: 'a' }
    expect(await everyPage(fetchPage, { first, pagesMax: 2 })).toEqual([0, 1, 2])
    expect(asked.map(({ after }) => after)).toEqual(['a'])
  })

  test('ends where a page fails', async () => {
    await expect(everyPage(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  })
})
