import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { Article } from '#contract/library/model.ts'
import { problem } from '#contract/problem.ts'
import { refreshResource } from '#src/data/resource.ts'
import { articleResource } from '#src/features/library/data/library-resource.ts'
import { readEditorPage } from '#src/features/library/editor/article-draft.ts'
import { ArticleEditorPage } from '#src/features/library/pages/article-editor-page.tsx'
import { AuthorVideos } from '#src/features/library/profile/author-items.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { answerWith, noNetwork, ours, type Answer } from '#tests/offline/network.ts'
import { article, video } from '#tests/src/library/articles.ts'
import { badGateway, says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen, type Screen } from '../router.tsx'

const walk = article({ title: 'Ten slow minutes', language: 'en' })
const { _id: id, updatedAt } = walk
const newer: Article = {
  ...walk,
  content: 'Changed on the laptop.',
  updatedAt: '2026-11-02T09:00:00.000Z',
  seq: 90,
}
const draft = { id, title: walk.title, content: 'Typed on the phone.', category: walk.category }
const changes = { articles: [], videos: [], removed: [], next: 1, more: false, reset: false }
const date = formatMoment(newer.updatedAt)
const newerText = m.library_newer({ date })
const changed = 'This article was changed meanwhile.'

let db: UserDatabase
beforeEach(async () => {
  db = await openPhone('ServiceProvider')
})
afterEach(async () => {
  const { articles, videos, facts } = sharedDatabase()
  await Promise.all([articles.clear(), videos.clear(), facts.clear()])
})

/** A server that has an item, and takes an edit of this very version alone. */
function keeps(stored: { updatedAt: string }, sent: object[]): Answer {
  return async (request) => {
    const body = (await request.json()) as { seenUpdatedAt?: string }
    sent.push(body)
    const seen = body.seenUpdatedAt ?? stored.updatedAt
    if (seen === stored.updatedAt) return ours({ ...stored, ...body })
    const current = stored
    return ours(problem('wrong_state', { message: changed, current }), { status: 409 })
  }
}

async function edit(): Promise<Screen> {
  const opened = await readEditorPage(db, id)
  return await renderScreen(<ArticleEditorPage db={db} opened={opened} />)
}

const content = (screen: Screen) => screen.getByLabelText('Content')
const replace = { name: 'Replace the newer version' }

/** While it is busy a button has other words. */
async function pressOnce(button: Locator): Promise<void> {
  await expect.element(button).toBeVisible()
  press(button)
}

test.each([
  ['that began with older words', { ...draft, seenUpdatedAt: updatedAt }, newerText],
  ['of a build that did not note it', draft, m.library_newer_unsure({ date })],
])('a draft %s says so before it is saved', async (_name, stored, text) => {
  const sent: object[] = []
  serve({
    'GET /library/changes': says(changes),
    [`GET /articles/${id}`]: says(newer),
    [`PUT /articles/${id}`]: keeps(newer, sent),
  })
  await db.articleDrafts.put(stored)
  const screen = await edit()
  await expect.element(content(screen)).toHaveValue(draft.content)
  await expect.element(screen.getByText(text)).toBeVisible()
  await screen.getByText(m.library_newer_title(), { exact: true }).click()
  await expect.element(screen.getByText(newer.content)).toBeVisible()
  await expect.element(screen.getByText(`${newer.category} · English`)).toBeVisible()
  await pressOnce(screen.getByRole('button', replace))
  await expect.element(screen.getByText(m.library_updated_title())).toBeVisible()
  expect(sent).toMatchObject([{ content: draft.content, seenUpdatedAt: newer.updatedAt }])
})

test('the newer words can be taken in place of a draft', async () => {
  serve({ [`GET /articles/${id}`]: says(newer) })
  await db.articleDrafts.put(draft)
  const screen = await edit()
  await pressOnce(screen.getByRole('button', { name: m.library_newer_take() }))
  await expect.element(content(screen)).toHaveValue(newer.content)
  await expect.element(screen.getByLabelText('Title')).toHaveFocus()
  await expect.element(screen.getByRole('button', replace)).not.toBeInTheDocument()
  await expect.poll(() => db.articleDrafts.toArray()).toEqual([])
})

test('a draft of these very words is no older one', async () => {
  serve({ [`GET /articles/${id}`]: says(walk) })
  await db.articleDrafts.put({ ...draft, seenUpdatedAt: updatedAt })
  const screen = await edit()
  await expect.element(screen.getByText(m.library_draft_back())).toBeVisible()
  await expect.element(screen.getByRole('button', replace)).not.toBeInTheDocument()
})

test('what another tab saved is not written over unseen, and what is typed stays', async () => {
  const sent: object[] = []
  serve({ [`GET /articles/${id}`]: says(walk), [`PUT /articles/${id}`]: keeps(newer, sent) })
  const screen = await edit()
  await content(screen).fill(draft.content)
  await pressOnce(screen.getByRole('button', { name: m.library_save_changes() }))
  await expect.element(screen.getByText(changed)).toBeVisible()
  await expect.element(screen.getByText(newerText)).toBeVisible()
  await expect.element(content(screen)).toHaveValue(draft.content)
  const onDevice = { content: draft.content, seenUpdatedAt: updatedAt }
  await expect.poll(() => db.articleDrafts.get(id)).toMatchObject(onDevice)
  await pressOnce(screen.getByRole('button', replace))
  await expect.element(screen.getByText(m.library_updated_title())).toBeVisible()
  expect(sent).toMatchObject([{ seenUpdatedAt: updatedAt }, { seenUpdatedAt: newer.updatedAt }])
})

test('own words whose answer was lost are not newer ones', async () => {
  const sent: object[] = []
  const mine = { ...newer, content: 'Half a sentence' }
  let answer: Answer = badGateway
  serve({ [`GET /articles/${id}`]: says(walk), [`PUT /articles/${id}`]: (asked) => answer(asked) })
  const screen = await edit()
  await content(screen).fill(mine.content)
  await pressOnce(screen.getByRole('button', { name: m.library_save_changes() }))
  await expect.element(screen.getByText('Failed to update article')).toBeVisible()
  answer = keeps(mine, sent)
  await content(screen).fill('A whole sentence')
  await pressOnce(screen.getByRole('button', { name: m.library_save_changes() }))
  await expect.element(screen.getByText(m.library_updated_title())).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ content: 'A whole sentence', seenUpdatedAt: mine.updatedAt })
})

/** An editor with the words of this device, and then a network again, with newer ones at the server. */
async function editAcrossGap(typed?: string): Promise<Screen> {
  serve({ 'GET /library/changes': says(changes), [`GET /articles/${id}`]: says(walk) })
  const oldest = { article: null, video: null }
  const { viewerId } = db
  await sharedDatabase().facts.put({ key: 'library', viewerId, since: 1, asOfMs: 1, oldest })
  await refreshResource(db, articleResource, id)
  answerWith(noNetwork)
  const screen = await edit()
  await expect.element(content(screen)).toHaveValue(walk.content)
  if (typed !== undefined) await content(screen).fill(typed)
  serve({ [`GET /articles/${id}`]: says(newer) })
  window.dispatchEvent(new Event('online'))
  return screen
}

test('an editor that was opened without a network follows the server while it is untouched', async () => {
  const screen = await editAcrossGap()
  await expect.element(content(screen)).toHaveValue(newer.content)
  await expect.element(screen.getByRole('button', replace)).not.toBeInTheDocument()
})

test('an editor that was opened without a network says what is newer than what was typed in it', async () => {
  const screen = await editAcrossGap(draft.content)
  await expect.element(screen.getByRole('button', replace)).toBeVisible()
  await expect.element(content(screen)).toHaveValue(draft.content)
})

test('a video that was changed elsewhere is not written over unseen', async () => {
  const sent: object[] = []
  const listed = video({ description: 'Square breathing', language: 'en' })
  const stands = { ...listed, description: 'Slower', updatedAt: newer.updatedAt }
  serve({
    'GET /library/changes': says(changes),
    [`GET /videos/user/${db.userId}`]: says([listed]),
    [`PUT /videos/${listed._id}`]: keeps(stands, sent),
  })
  const screen = await renderScreen(<AuthorVideos db={db} authorId={db.userId} />)
  const menu = { name: m.library_menu({ title: listed.description }) }
  await screen.getByRole('button', menu).click()
  await screen.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Description').fill('Breathing by the sea')
  await pressOnce(dialog.getByRole('button', { name: m.library_save_changes() }))
  await expect.element(dialog.getByText(newerText)).toBeVisible()
  await expect.element(dialog.getByLabelText('Description')).toHaveValue('Breathing by the sea')
  await pressOnce(dialog.getByRole('button', replace))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.map((body) => (body as { seenUpdatedAt: string }).seenUpdatedAt)).toEqual([
    listed.updatedAt,
    stands.updatedAt,
  ])
})
