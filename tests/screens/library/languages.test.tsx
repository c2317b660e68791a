import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Article } from '#contract/library/model.ts'
import { refreshLibrary } from '#src/features/library/data/library-resource.ts'
import { readCursor } from '#src/features/library/data/library-store.ts'
import { chooseListLanguages } from '#src/features/library/language.tsx'
import { LibraryList } from '#src/features/library/list/library-list.tsx'
import { ArticlesPage } from '#src/features/library/pages/articles-page.tsx'
import { VideoForm } from '#src/features/library/video/video-form.tsx'
import { changeSpeech } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { noNetwork, ours } from '#tests/offline/network.ts'
import { article, video } from '#tests/src/library/articles.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const changes = { articles: [], videos: [], removed: [], next: 1, more: false, reset: false }

beforeEach(() => changeSpeech({ language: 'ar' }))
afterEach(async () => {
  changeSpeech({ language: 'en' })
  chooseListLanguages('own')
  const { articles, videos, facts } = sharedDatabase()
  await Promise.all([articles.clear(), videos.clear(), facts.clear()])
})

/** The articles on the phone of somebody who reads Arabic. */
async function listOf(articles: readonly Article[], older: readonly Article[] = []) {
  const db = await openPhone()
  const newestFirst = articles.toReversed()
  const asked = serve({
    'GET /library/changes': says(changes),
    'GET /articles': (request) => ours(request.url.includes('before=') ? [] : newestFirst),
    'GET /articles/category/All': says(older),
    'GET /videos': says([]),
  })
  const user = { _id: db.userId, userT: 'Adolescent', firstname: 'Lina', lastname: 'H' } as const
  const screen = await renderScreen(<ArticlesPage db={db} session={{ token: 'secret', user }} />)
  const titles = () => screen.getByRole('heading', { level: 2 }).elements().map(textOf)
  return { screen, asked, titles }
}

const textOf = ({ textContent }: Element) => textContent
const arabic = () => article({ title: 'عنوان', content: 'نص قصير', language: 'ar' })

test('one’s own language is shown, and all of them at a press, which is remembered', async () => {
  const { screen, titles } = await listOf([article({ title: 'English' }), arabic()])
  await expect.element(screen.getByRole('heading', { name: 'عنوان' })).toBeVisible()
  expect(titles()).toEqual(['عنوان'])
  await expect.element(screen.getByText(m.library_languages_more())).toBeVisible()
  await screen.getByRole('button', { name: m.library_languages_all() }).click()
  await expect.element(screen.getByRole('heading', { name: 'English' })).toBeVisible()
  const all = screen.getByRole('radio', { name: m.library_languages_all() })
  await expect.element(all).toBeChecked()
  await expect.element(all).toHaveFocus()
  expect(titles()).toEqual(['عنوان', 'English'])
  expect(localStorage.getItem('libraryLanguages')).toBe('all')
})

test('each title and text says its language and direction', async () => {
  const { screen } = await listOf([arabic()])
  const title = screen.getByRole('heading', { name: 'عنوان' })
  await expect.element(title).toHaveAttribute('lang', 'ar')
  await expect.element(title).toHaveAttribute('dir', 'rtl')
  await expect.element(screen.getByText('نص قصير')).toHaveAttribute('lang', 'ar')
})

test('where nothing is in one’s own language the others are shown, with a line that says so', async () => {
  const { screen, titles } = await listOf([article({ title: 'English' })])
  await expect.element(screen.getByRole('heading', { name: 'English' })).toBeVisible()
  await expect.element(screen.getByText(m.library_languages_none())).toBeVisible()
  await expect.element(screen.getByText('English', { exact: true }).last()).toBeVisible()
  await expect.element(screen.getByRole('radio')).not.toBeInTheDocument()
  expect(titles()).toEqual(['English'])
})

test('where everything is in one language there is nothing to choose', async () => {
  const { screen } = await listOf([arabic(), arabic()])
  await expect.element(screen.getByRole('heading', { name: 'عنوان' }).first()).toBeVisible()
  await expect.element(screen.getByRole('radio')).not.toBeInTheDocument()
  await expect.element(screen.getByText(m.library_languages_more())).not.toBeInTheDocument()
})

test('older ones are asked for in the language that is shown, from the end of all that is stored', async () => {
  const older = article({ title: 'أقدم', content: 'نص', language: 'ar' })
  const others = Array.from({ length: 299 }, (_, at) => article({ title: `English ${at}` }))
  const newest = [...others, arabic()]
  const db = await openPhone()
  const asked = serve({
    'GET /library/changes': says(changes),
    'GET /articles': (request) => {
      const before = new URL(request.url).searchParams.get('before') ?? 'g'
      return ours(
        newest
          .filter(({ _id }) => _id < before)
          .toReversed()
          .slice(0, 100),
      )
    },
    'GET /articles/category/All': says([older]),
    'GET /videos': says([]),
  })
  const user = { _id: db.userId, userT: 'Adolescent', firstname: 'Lina', lastname: 'H' } as const
  await refreshLibrary(db, 'secret')
  expect((await readCursor(db.viewerId))?.oldest.article).toBe(others[0]?._id)
  const screen = await renderScreen(<ArticlesPage db={db} session={{ token: 'secret', user }} />)
  const more = screen.getByRole('button', { name: m.library_more() })
  await expect.element(more).toBeVisible()
  // The styles of the page, without which a card lies over what is below it, are not here.
  more.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(screen.getByRole('heading', { name: 'أقدم' })).toBeVisible()
  const { searchParams } = new URL(
    asked.find(({ url }) => url.includes('/category/'))?.url ?? 'http://none',
  )
  expect(Object.fromEntries(searchParams)).toEqual({
    limit: '24',
    before: others[0]?._id,
    language: 'ar',
  })
})

test('the list is the same without a network', async () => {
  const { screen } = await listOf([article({ title: 'English' }), arabic()])
  await expect.element(screen.getByRole('heading', { name: 'عنوان' })).toBeVisible()
  serve({ 'GET /library/changes': noNetwork, 'GET /articles': noNetwork })
  await screen.getByRole('radio', { name: m.library_languages_all() }).click()
  await expect.element(screen.getByRole('heading', { name: 'English' })).toBeVisible()
  await screen.getByRole('radio', { name: 'العربية' }).click()
  await expect.element(screen.getByRole('heading', { name: 'English' })).not.toBeInTheDocument()
})

test.each([
  { filed: 'pt', shown: 'pt' },
  { filed: undefined, shown: 'English' },
])('a piece that is filed under $filed stays so until its author says another', async (piece) => {
  const { url, description, category } = video()
  const sent: unknown[] = []
  const screen = await renderScreen(
    <VideoForm
      initial={{ url, description, category, language: piece.filed }}
      kind="edit"
      onSubmit={async (text) => void sent.push(text)}
      cancel={null}
    />,
  )
  const field = screen.getByRole('combobox', { name: m.library_field_language() })
  const shown = () => (field.element() as HTMLSelectElement).selectedOptions[0]?.textContent
  await expect.poll(shown).toBe(piece.shown)
  await screen.getByRole('button', { name: m.library_save_changes() }).click()
  await expect.poll(() => sent).toEqual([{ url, description, category }])
})

test('a language that the author chooses for a piece is sent', async () => {
  const { url, description, category } = video()
  const sent: unknown[] = []
  const screen = await renderScreen(
    <VideoForm
      initial={{ url, description, category }}
      kind="edit"
      onSubmit={async (text) => void sent.push(text)}
      cancel={null}
    />,
  )
  await screen.getByRole('combobox', { name: m.library_field_language() }).selectOptions('ar')
  await screen.getByRole('button', { name: m.library_save_changes() }).click()
  await expect.poll(() => sent).toEqual([{ url, description, category, language: 'ar' }])
})

test('older ones that were asked for while the list still grew are shown all the same', async () => {
  const db = await openPhone()
  const [oldest, between, newest] = ['oldest', 'between', 'newest'].map((title) =>
    article({ title, language: 'ar' }),
  )
  const asOfMs = Date.now()
  const list = (items: readonly (Article | undefined)[]) => ({
    items: items.filter((one) => one !== undefined),
    oldest: items.at(-1)?._id ?? null,
    asOfMs,
  })
  const { promise, resolve } = Promise.withResolvers<Article[]>()
  const props = {
    db,
    id: 'articles',
    of: { data: undefined, refresh: { status: 'done' }, retry: () => undefined } as never,
    category: 'All' as const,
    failed: 'failed',
    empty: null,
    fetchOlder: () => promise,
    renderItem: ({ title }: Article) => <h2>{title}</h2>,
  }
  function Growing() {
    const [stored, setStored] = useState(() => list([newest]))
    return (
      <>
        <button onClick={() => setStored(list([newest, between]))}>grow</button>
        <LibraryList {...props} stored={stored} />
      </>
    )
  }
  const screen = await renderScreen(<Growing />)
  await screen.getByRole('button', { name: m.library_more() }).click()
  await screen.getByRole('button', { name: 'grow' }).click()
  resolve([between, oldest].filter((one) => one !== undefined))
  await expect.element(screen.getByRole('heading', { name: 'oldest' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 2 }).elements().map(textOf)).toEqual([
    'newest',
    'between',
    'oldest',
  ])
})
