import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { refreshResource } from '#src/data/resource.ts'
import { articleResource } from '#src/features/library/data/library-resource.ts'
import { readEditorPage } from '#src/features/library/editor/article-draft.ts'
import { AddIntroPage, AddVideoPage } from '#src/features/library/pages/add-video-page.tsx'
import { ArticleEditorPage } from '#src/features/library/pages/article-editor-page.tsx'
import { AuthorArticles, AuthorVideos } from '#src/features/library/profile/author-items.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { article, video } from '#tests/src/library/articles.ts'
import { badGateway, refuses, says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen, type Screen } from '../router.tsx'

const videoUrl = 'https://youtu.be/RcGyVTAoXEU'
const walk = article({ title: 'Ten slow minutes' })
const breathing = video({ description: 'Square breathing' })
const changes = { articles: [], videos: [], removed: [], next: 1, more: false, reset: false }

let db: UserDatabase
beforeEach(async () => {
  db = await openPhone('ServiceProvider')
})
afterEach(async () => {
  sessionStorage.clear()
  const { articles, videos, facts } = sharedDatabase()
  await Promise.all([articles.clear(), videos.clear(), facts.clear()])
})

/** A server that reads whatever is asked, and does nothing else: a proxy answers for it. */
function serveReads(): Request[] {
  return serve({
    'GET /library/changes': says(changes),
    'GET /articles': says([walk]),
    'GET /videos': says([breathing]),
    [`GET /articles/${walk._id}`]: says(walk),
    [`GET /articles/user/${db.userId}`]: says([walk]),
    [`GET /videos/user/${db.userId}`]: says([breathing]),
    [`GET /service-provider-videos/user/${db.userId}`]: says([]),
  })
}

/** The words stand in the screen, and something was sent by this method. */
async function failsWith(screen: Screen, asked: readonly Request[], ...given: [string, string]) {
  const [method, text] = given
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  expect(asked.filter((one) => one.method === method)).toHaveLength(1)
}

const submit = { name: m.library_submit(), exact: true }

test('an article that cannot be published says so, and stays as it was written', async () => {
  const asked = serveReads()
  const opened = await readEditorPage(db, undefined)
  const screen = await renderScreen(<ArticleEditorPage db={db} opened={opened} />)
  await screen.getByLabelText('Title').fill('A second walk')
  await screen.getByLabelText('Category').selectOptions('Cognitive Wellness')
  await screen.getByLabelText('Content').fill('Walk again.')
  press(screen.getByRole('button', { name: m.library_publish(), exact: true }))
  await failsWith(screen, asked, 'POST', 'Failed to create article. Please try again.')
  await expect.element(screen.getByLabelText('Content')).toHaveValue('Walk again.')
})

test('an article that is being published cannot be changed, and can again where it was refused', async () => {
  const answer = Promise.withResolvers<undefined>()
  serve({
    'POST /articles/': async (asked) => {
      await answer.promise
      return badGateway(asked)
    },
  })
  const opened = await readEditorPage(db, undefined)
  const screen = await renderScreen(<ArticleEditorPage db={db} opened={opened} />)
  await screen.getByLabelText('Title').fill('A second walk')
  await screen.getByLabelText('Category').selectOptions('Cognitive Wellness')
  await screen.getByLabelText('Content').fill('Walk again.')
  const held = () => screen.getByLabelText('Content').element().closest('[inert]') !== null
  expect(held()).toBe(false)
  press(screen.getByRole('button', { name: m.library_publish(), exact: true }))
  await expect.poll(held).toBe(true)
  answer.resolve(undefined)
  await expect.poll(held).toBe(false)
  await expect.element(screen.getByLabelText('Content')).toHaveValue('Walk again.')
})

test('an edit begins with the words of the server, where this device has older ones', async () => {
  const newer = { ...walk, content: 'Changed on the laptop.' }
  serve({ [`GET /articles/${walk._id}`]: says(newer) })
  await sharedDatabase().articles.put(walk)
  const oldest = { article: null, video: null }
  await sharedDatabase().facts.put({
    key: 'library',
    viewerId: db.viewerId,
    since: 1,
    asOfMs: 1,
    oldest,
  })
  const opened = await readEditorPage(db, walk._id)
  const screen = await renderScreen(<ArticleEditorPage db={db} opened={opened} />)
  await expect.element(screen.getByLabelText('Content')).toHaveValue(newer.content)
})

test('an edit begins with the words of this device where the server cannot be asked', async () => {
  serveReads()
  const opened = await readEditorPage(db, walk._id)
  await refreshResource(db, articleResource, walk._id)
  answerWith(noNetwork)
  const screen = await renderScreen(<ArticleEditorPage db={db} opened={opened} />)
  await expect.element(screen.getByLabelText('Content')).toHaveValue(walk.content)
})

test('a draft that is discarded is not written again, neither after a pause nor when the page is left', async () => {
  serveReads()
  const { _id: id, category, updatedAt: seenUpdatedAt } = walk
  const draft = { id, title: 'A longer walk', content: 'Far.', category, seenUpdatedAt }
  await db.articleDrafts.put(draft)
  const opened = await readEditorPage(db, id)
  const screen = await renderScreen(<ArticleEditorPage db={db} opened={opened} />)
  await expect.element(screen.getByLabelText('Title')).toHaveValue(draft.title)
  press(screen.getByRole('button', { name: m.library_draft_discard() }))
  await expect.element(screen.getByLabelText('Title')).toHaveValue(walk.title)
  await screen.unmount()
  const drafts = () => db.articleDrafts.toArray()
  // Behind whatever the page has begun to write.
  expect(await userTransaction(db, [db.articleDrafts], drafts)).toEqual([])
})

test('words that were erased again while they were written are no draft', async () => {
  serveReads()
  const opened = await readEditorPage(db, walk._id)
  const screen = await renderScreen(<ArticleEditorPage db={db} opened={opened} />)
  await screen.getByLabelText('Title').fill('A longer walk')
  await expect.element(screen.getByText(m.library_draft_kept_now())).toBeVisible()
  await screen.getByLabelText('Title').fill(walk.title)
  await expect.poll(() => db.articleDrafts.toArray()).toEqual([])
})

test('an edit that was left with formatting chosen goes on with it, and is saved so', async () => {
  const plain = article({ ...walk, format: 'plain' })
  const asked = serve({
    [`GET /articles/${plain._id}`]: says(plain),
    [`PUT /articles/${plain._id}`]: says(plain),
  })
  const open = async () => {
    const opened = await readEditorPage(db, plain._id)
    return renderScreen(<ArticleEditorPage db={db} opened={opened} />)
  }
  const first = await open()
  const use = { name: m.library_plain_use() }
  await expect.element(first.getByRole('button', use)).toBeVisible()
  press(first.getByRole('button', use))
  await expect.element(first.getByText(m.library_draft_kept_now())).toBeVisible()
  await first.unmount()
  const second = await open()
  await expect.element(second.getByRole('toolbar', { name: m.library_toolbar() })).toBeVisible()
  await expect.element(second.getByRole('button', use)).not.toBeInTheDocument()
  press(second.getByRole('button', { name: m.library_save_changes() }))
  await expect.element(second.getByText(m.library_updated_title())).toBeVisible()
  const sent = asked.find(({ method }) => method === 'PUT')
  expect(await sent?.json()).toMatchObject({ format: 'markdown', content: plain.content })
})

test('an article that cannot be changed says so, and stays as it was written', async () => {
  const asked = serveReads()
  const opened = await readEditorPage(db, walk._id)
  const screen = await renderScreen(<ArticleEditorPage db={db} opened={opened} />)
  await screen.getByLabelText('Title').fill('A longer walk')
  press(screen.getByRole('button', { name: m.library_save_changes() }))
  await failsWith(screen, asked, 'PUT', 'Failed to update article')
  await expect.element(screen.getByLabelText('Title')).toHaveValue('A longer walk')
})

test('a video that cannot be added says so, and stays as it was written', async () => {
  const asked = serveReads()
  const screen = await renderScreen(<AddVideoPage db={db} />)
  await screen.getByLabelText('YouTube URL').fill(videoUrl)
  await screen.getByLabelText('Description').fill('Breathing')
  await screen.getByLabelText('Category').selectOptions('Physical Wellness')
  press(screen.getByRole('button', submit))
  await failsWith(screen, asked, 'POST', 'Failed to add video.')
  await expect.element(screen.getByLabelText('YouTube URL')).toHaveValue(videoUrl)
})

test('an introduction that cannot be saved says so, and stays as it was written', async () => {
  const asked = serveReads()
  const screen = await renderScreen(<AddIntroPage db={db} />)
  await screen.getByLabelText('YouTube URL').fill(videoUrl)
  press(screen.getByRole('button', submit))
  await failsWith(screen, asked, 'POST', 'Failed to add intro video.')
  await expect.element(screen.getByLabelText('YouTube URL')).toHaveValue(videoUrl)
})

test.each([
  ['An article', AuthorArticles, walk.title, 'Failed to delete article'],
  ['A video', AuthorVideos, breathing.description, 'Failed to delete video'],
] as const)('%s that cannot be deleted says so, and is still there', async (...row) => {
  const [, Items, title, text] = row
  const asked = serveReads()
  const screen = await renderScreen(<Items db={db} authorId={db.userId} />)
  await choose(screen, title, 'Delete')
  const dialog = screen.getByRole('dialog')
  press(dialog.getByRole('button', { name: 'Delete' }))
  await failsWith(screen, asked, 'DELETE', text)
  press(dialog.getByRole('button', { name: m.library_delete_keep() }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
})

test.each([
  ['An article', AuthorArticles, walk.title, `DELETE /articles/${walk._id}`],
  ['A video', AuthorVideos, breathing.description, `DELETE /videos/${breathing._id}`],
] as const)('%s whose deletion got no answer is deleted by the next try', async (...row) => {
  const [, Items, title, call] = row
  const reads = {
    [`GET /articles/user/${db.userId}`]: says([walk]),
    [`GET /videos/user/${db.userId}`]: says([breathing]),
  }
  serve({ ...reads, [call]: refuses('not_found') })
  const screen = await renderScreen(<Items db={db} authorId={db.userId} />)
  await choose(screen, title, 'Delete')
  press(screen.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await expect.element(screen.getByText(m.library_delete_done())).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: title })).not.toBeInTheDocument()
})

test('a video that cannot be changed says so, and stays as it was written', async () => {
  const asked = serveReads()
  const screen = await renderScreen(<AuthorVideos db={db} authorId={db.userId} />)
  await choose(screen, breathing.description, 'Edit')
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Description').fill('Slower breathing')
  press(dialog.getByRole('button', { name: m.library_save_changes() }))
  await failsWith(screen, asked, 'PUT', 'Failed to update video')
  await expect.element(dialog.getByLabelText('Description')).toHaveValue('Slower breathing')
})

test('what is being deleted can no longer be kept', async () => {
  const answer = Promise.withResolvers<undefined>()
  const asked = serve({
    [`GET /articles/user/${db.userId}`]: says([walk]),
    [`DELETE /articles/${walk._id}`]: async (request) => {
      await answer.promise
      return badGateway(request)
    },
  })
  const screen = await renderScreen(<AuthorArticles db={db} authorId={db.userId} />)
  await choose(screen, walk.title, 'Delete')
  const dialog = screen.getByRole('dialog')
  const keep = dialog.getByRole('button', { name: m.library_delete_keep() })
  press(dialog.getByRole('button', { name: 'Delete' }))
  await expect.element(keep).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: m.ui_close() })).not.toBeInTheDocument()
  answer.resolve(undefined)
  await failsWith(screen, asked, 'DELETE', 'Failed to delete article')
  await expect.element(keep).toBeEnabled()
})

test('a video whose words were changed outlives Esc and a stray tap', async () => {
  serveReads()
  const screen = await renderScreen(<AuthorVideos db={db} authorId={db.userId} />)
  await choose(screen, breathing.description, 'Edit')
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Description').fill('Slower breathing')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByLabelText('Description')).toHaveValue('Slower breathing')
  press(dialog.getByRole('button', { name: m.library_cancel() }))
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a video that is being changed holds its form until it is, and says so', async () => {
  const answer = Promise.withResolvers<undefined>()
  serve({
    [`GET /videos/user/${db.userId}`]: says([breathing]),
    [`PUT /videos/${breathing._id}`]: async () => {
      await answer.promise
      return ours({ ...breathing, description: 'Slower breathing' })
    },
  })
  const screen = await renderScreen(<AuthorVideos db={db} authorId={db.userId} />)
  await choose(screen, breathing.description, 'Edit')
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Description').fill('Slower breathing')
  press(dialog.getByRole('button', { name: m.library_save_changes() }))
  await expect.element(dialog.getByRole('button', { name: m.library_cancel() })).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: m.ui_close() })).not.toBeInTheDocument()
  const titles = titlesFromNow()
  answer.resolve(undefined)
  await expect.poll(() => [...titles]).toContain(m.library_video_updated_title())
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
  await expect.element(screen.getByRole('heading', { name: 'Slower breathing' })).toBeVisible()
  const menu = screen.getByRole('button', { name: m.library_menu({ title: 'Slower breathing' }) })
  await expect.element(menu).toHaveFocus()
})

/** The titles of the dialogs that are open from now on, however briefly. */
function titlesFromNow(): ReadonlySet<string> {
  const titles = new Set<string>()
  const observer = new MutationObserver(() => {
    document.querySelectorAll('dialog h2').forEach((title) => titles.add(title.textContent))
  })
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return titles
}

async function choose(screen: Screen, title: string, item: string): Promise<void> {
  await screen.getByRole('button', { name: m.library_menu({ title }) }).click()
  await screen.getByRole('menuitem', { name: item }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
}

test.each(['Enter', 'a tap'])('a link that is given with %s stands in the article', async (by) => {
  const asked = serveReads()
  const opened = await readEditorPage(db, walk._id)
  const screen = await renderScreen(<ArticleEditorPage db={db} opened={opened} />)
  const content = screen.getByLabelText('Content')
  await content.fill('')
  press(screen.getByRole('button', { name: m.library_tool_link() }))
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText(m.library_link_address()).fill('https://zync.example/walk')
  if (by === 'Enter') await userEvent.keyboard('{Enter}')
  else press(dialog.getByRole('button', { name: m.library_link_add() }))
  await expect.element(dialog).not.toBeInTheDocument()
  const label = m.library_tool_link_sample()
  await expect.element(content).toHaveValue(`[${label}](https://zync.example/walk)`)
  expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
})
