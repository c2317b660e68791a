import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Article } from '#contract/library/model.ts'
import { refreshLibrary } from '#src/features/library/data/library-resource.ts'
import { readArticles } from '#src/features/library/data/library-store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { answerWith, ours } from '#tests/offline/network.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { article } from './articles.ts'

let db: UserDatabase

beforeEach(async () => {
  db = await openPhone()
})
afterEach(async () => {
  await closePhones()
  await sharedDatabase().delete({ disableAutoOpen: false })
})

/** A server that shows these articles to somebody whom it keeps apart from others as it says. */
function serve(articles: readonly Article[], apart?: string): Request[] {
  const nothing = { articles: [], videos: [], removed: [], next: 9, more: false, reset: false }
  return answerWith((request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/api/articles') return ours(articles.toReversed())
    if (pathname === '/api/videos') return ours([])
    const all = searchParams.get('since') === '0' && { articles }
    return ours({ ...nothing, ...all, ...(apart !== undefined && { apart }) })
  })
}

const refresh = () => refreshLibrary(db, 'secret')
const titles = async () => (await readArticles(db.viewerId))?.items.map(({ title }) => title)

test('a copy of the library follows all that ever changed once others are hidden from it, or no longer are', async () => {
  const [first, hidden] = [article({ title: 'first' }), article({ title: 'hidden' })]
  serve([first], 'from somebody')
  await refresh()
  const asked = serve([first, hidden], 'from nobody')
  await refresh()
  expect(await titles()).toEqual(['hidden', 'first'])
  expect(asked).toHaveLength(2)
  await refresh()
  expect(asked).toHaveLength(3)
})

test('a copy of the library follows no more than what is new where the server does not say who is hidden', async () => {
  serve([article()])
  await refresh()
  for (const apart of ['from nobody', undefined, 'from nobody']) {
    const asked = serve([], apart)
    await refresh()
    expect(asked).toHaveLength(1)
  }
})
