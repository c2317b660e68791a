import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEditorPage } from '#src/features/library/editor/article-draft.ts'
import { AddVideoPage } from '#src/features/library/pages/add-video-page.tsx'
import { ArticleEditorPage } from '#src/features/library/pages/article-editor-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { noNetwork, type Answer } from '#tests/offline/network.ts'
import { article, video } from '#tests/src/library/articles.ts'
import { refuses, says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen, type Screen } from '../router.tsx'

let db: UserDatabase
beforeEach(async () => {
  db = await openPhone('ServiceProvider')
})
afterEach(async () => {
  const { articles, videos } = sharedDatabase()
  await Promise.all([articles.clear(), videos.clear()])
})

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** A file that was chosen anew: of the moment at which it was. */
function picture(...more: number[]): File {
  return new File([png, Uint8Array.from(more)], 'walk.png', { type: 'image/png' })
}

/** The editor as a visit begins with it: with what an earlier one left. */
async function openEditor(): Promise<Screen> {
  return renderScreen(<ArticleEditorPage db={db} opened={await readEditorPage(db, undefined)} />)
}

async function choose(screen: Screen, file: File): Promise<void> {
  const input = screen.container.querySelector<HTMLInputElement>('input[type=file]')
  const transfer = new DataTransfer()
  transfer.items.add(file)
  if (input) input.files = transfer.files
  input?.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(screen.getByText(file.name)).toBeVisible()
}

/** Publishes; the answer is lost on its way, or refuses. */
async function publishUnanswered(
  screen: Screen,
  answer: Answer = noNetwork,
): Promise<string | null | undefined> {
  const asked = serve({ 'POST /articles/': answer })
  press(screen.getByRole('button', { name: m.library_publish(), exact: true }))
  await expect.poll(() => asked).toHaveLength(1)
  await expect.element(screen.getByRole('alert')).toBeVisible()
  return asked[0]?.headers.get('idempotency-key')
}

/** Publishes, and reads that it was. */
async function publish(screen: Screen): Promise<string | null | undefined> {
  const asked = serve({ 'POST /articles/': says(article(), 201) })
  press(screen.getByRole('button', { name: m.library_publish(), exact: true }))
  await expect.element(screen.getByText(m.library_published_title())).toBeVisible()
  return asked[0]?.headers.get('idempotency-key')
}

async function write(screen: Screen): Promise<void> {
  await screen.getByLabelText('Title').fill('A second walk')
  await screen.getByLabelText('Category').selectOptions('Cognitive Wellness')
  await screen.getByLabelText('Content').fill('Walk again.')
}

test('an article that is published again on a later visit is published once', async () => {
  const first = await openEditor()
  await write(first)
  await choose(first, picture(1))
  const key = await publishUnanswered(first)
  expect(key).toBeTruthy()
  await first.unmount()
  const second = await openEditor()
  await choose(second, picture(1))
  expect(await publish(second)).toBe(key)
  await expect.poll(() => db.articleDrafts.count()).toBe(0)
})

test.each(['words', 'picture'])('an article with another %s is another one', async (changed) => {
  const first = await openEditor()
  await write(first)
  await choose(first, picture(1))
  const key = await publishUnanswered(first)
  await first.unmount()
  const second = await openEditor()
  await choose(second, picture(changed === 'picture' ? 2 : 1))
  if (changed === 'words') await second.getByLabelText('Content').fill('Walk home.')
  expect(await publish(second)).not.toBe(key)
})

test('an article that was published, deleted and is published again is a new one', async () => {
  const first = await openEditor()
  await write(first)
  const key = await publishUnanswered(first)
  expect(await publishUnanswered(first, refuses('busy'))).toBe(key)
  await first.unmount()
  const second = await openEditor()
  expect(await publishUnanswered(second, refuses('not_found'))).toBe(key)
  await second.unmount()
  expect(await publish(await openEditor())).not.toBe(key)
})

/** Fills in a video. */
async function describeVideo(screen: Screen): Promise<void> {
  await screen.getByLabelText('YouTube URL').fill('https://youtu.be/RcGyVTAoXEU')
  await screen.getByLabelText('Description').fill('Breathing')
  await screen.getByLabelText('Category').selectOptions('Physical Wellness')
}

test('a video that was added, deleted and is added again is a new one', async () => {
  const screen = await renderScreen(<AddVideoPage db={db} />)
  await describeVideo(screen)
  const keys: (string | null | undefined)[] = []
  for (const answer of [noNetwork, refuses('not_found'), noNetwork]) {
    const asked = serve({ 'POST /videos/': answer })
    const submit = screen.getByRole('button', { name: m.library_submit(), exact: true })
    await expect.element(submit).not.toHaveAttribute('aria-disabled', 'true')
    press(submit)
    await expect.poll(() => asked).toHaveLength(1)
    await expect.element(screen.getByRole('alert')).toBeVisible()
    keys.push(asked[0]?.headers.get('idempotency-key'))
  }
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a video that is added again after a reload is added once', async () => {
  const call = 'POST /videos/'
  const add = (screen: Screen) =>
    press(screen.getByRole('button', { name: m.library_submit(), exact: true }))
  const first = await renderScreen(<AddVideoPage db={db} />)
  await describeVideo(first)
  const lost = serve({ [call]: noNetwork })
  add(first)
  await expect.element(first.getByRole('alert')).toBeVisible()
  await first.unmount()
  const again = await renderScreen(<AddVideoPage db={db} />)
  const asked = serve({ [call]: says(video(), 201) })
  add(again)
  await expect.element(again.getByText(m.library_video_added_title())).toBeVisible()
  const [key] = lost.map(({ headers }) => headers.get('idempotency-key'))
  expect(key).toBeTruthy()
  expect(asked.map(({ headers }) => headers.get('idempotency-key'))).toEqual([key])
  expect(Object.keys(sessionStorage)).toEqual([])
})
