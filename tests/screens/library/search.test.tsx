import { afterEach, expect, test } from 'vitest'
import type { Article } from '#contract/library/model.ts'
import { ArticlesPage } from '#src/features/library/pages/articles-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { ours, type Answer } from '#tests/offline/network.ts'
import { article } from '#tests/src/library/articles.ts'
import { badGateway, refuses, says, serve } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen, type Screen } from '../router.tsx'
import { emptyLibrary, forgetLibrary } from './empty-library.ts'

const found = Array.from({ length: 25 }, (_, at) => article({ title: `For you ${at + 1}` }))

afterEach(forgetLibrary)

/** The server's pages of these articles, by what is left out of them. */
function pagesOf(articles: readonly Article[]): Answer {
  return ({ url }) => {
    const skip = Number(new URL(url).searchParams.get('skip') ?? 0)
    const page = articles.slice(skip, skip + 20)
    const hits = page.map((one) => ({ article: one, match: [] }))
    return ours({ hits, more: articles.length > skip + 20 })
  }
}

/** The articles' page with something looked for. */
async function searchFor(q: string, search: Answer, articles: readonly Article[] = []) {
  const opened = await openMember()
  const asked = serve({
    ...emptyLibrary,
    'GET /library/search': search,
    'GET /articles': says(articles),
  })
  const screen = await renderScreen(<ArticlesPage {...opened} />, `?q=${q}`)
  return { screen, skips: () => skipsOf(asked) }
}

/** How many hits were to be left out, call by call. */
function skipsOf(asked: readonly Request[]): string[] {
  return asked
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.endsWith('/library/search'))
    .map(({ searchParams }) => searchParams.get('skip') ?? '0')
}

const more = (screen: Screen) => screen.getByRole('button', { name: m.library_found_more() })
const titles = (screen: Screen) => screen.getByRole('heading', { level: 2 }).elements()

test('a search shows the hits behind the first page, and says that there are more until all are there', async () => {
  const { screen, skips } = await searchFor('you', pagesOf(found))
  await expect.element(screen.getByText('Showing the first 20. There are more.')).toBeVisible()
  await expect
    .element(screen.getByText('20 articles found', { exact: true }))
    .not.toBeInTheDocument()
  press(more(screen))
  await expect.element(screen.getByText('25 articles found', { exact: true })).toBeVisible()
  expect(titles(screen)).toHaveLength(25)
  expect(skips()).toEqual(['0', '20'])
  await expect.element(more(screen)).not.toBeInTheDocument()
})

test('a search ends where the server gives no further page, and does not call that all', async () => {
  const many = Array.from({ length: 120 }, () => article({ title: 'For you' }))
  const { screen, skips } = await searchFor('you', pagesOf(many))
  for (const count of [20, 40, 60, 80]) {
    await expect
      .element(screen.getByText(`Showing the first ${count}. There are more.`))
      .toBeVisible()
    press(more(screen))
  }
  await expect.element(screen.getByText('Showing the first 100. There are more.')).toBeVisible()
  await expect.element(more(screen)).not.toBeInTheDocument()
  expect(skips()).toEqual(['0', '20', '40', '60', '80'])
})

test('a page of hits that does not come says so, and comes with the next press', async () => {
  const pages = pagesOf(found)
  const { screen } = await searchFor('you', pages)
  await expect.element(more(screen)).toBeVisible()
  serve({
    ...emptyLibrary,
    'GET /library/search': refuses('rate_limited', 'Slow down, please.'),
  })
  press(more(screen))
  await expect.element(screen.getByText('Slow down, please.')).toBeVisible()
  serve({ ...emptyLibrary, 'GET /library/search': pages })
  press(screen.getByRole('button', { name: m.ui_retry() }))
  await expect.element(screen.getByText('25 articles found', { exact: true })).toBeVisible()
})

test('a page of hits that comes after another search was begun is none of its hits', async () => {
  const late = Promise.withResolvers<undefined>()
  const walks = Array.from({ length: 21 }, () => article({ title: 'A walk' }))
  const { screen } = await searchFor('you', async (request) => {
    const { searchParams } = new URL(request.url)
    const you = searchParams.get('q') === 'you'
    if (you && searchParams.get('skip') === '20') await late.promise
    return pagesOf(you ? found : walks)(request)
  })
  await expect.element(more(screen)).toBeVisible()
  press(more(screen))
  await screen.getByRole('searchbox').fill('walk')
  await expect.poll(() => titles(screen).at(-1)?.textContent).toBe('A walk')
  await expect.element(more(screen)).toBeEnabled()
  late.resolve(undefined)
  press(more(screen))
  await expect.element(screen.getByText('21 articles found', { exact: true })).toBeVisible()
  expect(titles(screen)).toHaveLength(21)
})

test('a search without the server counts all that this device has, and shows the rest on request', async () => {
  const { screen } = await searchFor('you', badGateway, found)
  await expect.element(screen.getByText('25 articles found on this device')).toBeVisible()
  expect(titles(screen)).toHaveLength(20)
  press(more(screen))
  await expect.poll(() => titles(screen)).toHaveLength(25)
  await expect.element(more(screen)).not.toBeInTheDocument()
})

/** A search whose server answers once it is let to; gives what lets it. */
async function searchSlowly(articles: readonly Article[], pages = pagesOf(articles)) {
  const late = Promise.withResolvers<undefined>()
  const slow: Answer = async (request) => {
    await late.promise
    return pages(request)
  }
  return { ...(await searchFor('you', slow, articles)), answer: () => late.resolve(undefined) }
}

test('what was found on this device stays in its place when the server has found it, too', async () => {
  const { screen, answer } = await searchSlowly(found.slice(0, 3))
  const here = screen.getByText('3 articles found on this device')
  await expect.element(here).toBeVisible()
  const said = here.element()
  const hit = screen.getByRole('link', { name: 'For you 2' }).element()
  if (hit instanceof HTMLElement) hit.focus()
  answer()
  await expect.element(screen.getByText('3 articles found', { exact: true })).toBeVisible()
  expect(document.activeElement).toBe(hit)
  expect(screen.getByText('3 articles found', { exact: true }).element()).toBe(said)
})

test('how many were found is said in the same place for every search', async () => {
  const { screen } = await searchFor('you', badGateway, found)
  const first = screen.getByText('25 articles found on this device')
  await expect.element(first).toBeVisible()
  const said = first.element()
  await screen.getByRole('searchbox').fill('you 24')
  await expect.poll(() => said.textContent).toBe('1 article found on this device')
  expect(said.isConnected).toBe(true)
})

test("the server's hits begin no shorter than the person has made the list meanwhile", async () => {
  const many = Array.from({ length: 65 }, (_, at) => article({ title: `For you ${at + 1}` }))
  const { screen, answer, skips } = await searchSlowly(many)
  await expect.element(screen.getByText('65 articles found on this device')).toBeVisible()
  press(more(screen))
  await expect.poll(() => titles(screen)).toHaveLength(40)
  answer()
  await expect.element(screen.getByText('Showing the first 40. There are more.')).toBeVisible()
  expect(titles(screen)).toHaveLength(40)
  expect(skips()).toEqual(['0', '20'])
})

test('another search begins with its first hits, however many of the last one were shown', async () => {
  const { screen } = await searchFor('for', badGateway, found)
  await expect.element(more(screen)).toBeVisible()
  press(more(screen))
  await expect.poll(() => titles(screen)).toHaveLength(25)
  await screen.getByRole('searchbox').fill('you')
  await expect.poll(() => titles(screen)).toHaveLength(20)
})

test('of a longer list what the server has found stays where the rest of it does not come', async () => {
  const many = Array.from({ length: 65 }, (_, at) => article({ title: `For you ${at + 1}` }))
  const pages: Answer = (request) =>
    request.url.includes('skip=20') ? refuses('rate_limited')(request) : pagesOf(many)(request)
  const { screen, answer } = await searchSlowly(many, pages)
  await expect.element(screen.getByText('65 articles found on this device')).toBeVisible()
  press(more(screen))
  await expect.poll(() => titles(screen)).toHaveLength(40)
  answer()
  await expect.element(screen.getByText('Showing the first 20. There are more.')).toBeVisible()
  await expect.element(more(screen)).toBeVisible()
})
