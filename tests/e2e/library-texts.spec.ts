import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { answeredAt, badGateway } from './support/faults.ts'
import { publish } from './support/library.ts'
import { newProvider } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ via: 'proxy', losesNetwork: true, serviceWorkers: 'block' })

const nobody = '01890000-0000-7000-8000-000000000000'
const library = /\/api\/(library|articles|videos|service-provider-videos)/
const videoUrl = 'https://youtu.be/RcGyVTAoXEU'
const video = {
  url: videoUrl,
  description: 'Square breathing',
  category: 'Physical Wellness',
} as const

/** Spec 8: what is said where the library cannot be fetched; an article that nobody has is no failure. */
test('what of the library cannot be fetched says so, and a retry brings it', async ({
  page,
  origin,
  server,
  faultProxy,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of (502|404) /)
  const provider = await newProvider(server.origin)
  const article = await publish(server.origin, provider, {
    title: 'Ten slow minutes',
    content: 'Walk.',
  })
  faultProxy.onApi(answeredAt(library))
  await enterAs(page, teen, `${origin}/library/articles`)
  await expectText(page, 'Failed to load articles.')
  await page.goto('/library/videos')
  await expectText(page, 'Failed to load videos.')
  await page.goto(`/library/articles/${article._id}`)
  await expectText(page, 'Failed to load article.')
  await page.goto(`/service-providers/${provider.id}`)
  for (const text of [
    'Failed to load library',
    'Failed to fetch user articles',
    'Failed to load videos',
    'Failed to fetch user videos',
    'Failed to fetch video',
  ]) {
    await expectText(page, text)
  }

  faultProxy.onApi(undefined)
  const retries = page.getByRole('button', { name: m.ui_retry() })
  // One that looks again already goes by itself, and takes those of the same list along.
  await expect(async () => {
    for (const retry of await retries.all())
      await retry.click({ timeout: 500 }).catch(() => undefined)
    await expect(retries).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: article.title })).toBeVisible()
  await expectText(page, 'No Videos Yet')
  await page.goto(`/library/articles/${nobody}`)
  await expectText(page, 'Article not found.')
})

test('what an author cannot save says so, and stays as it was written', async ({
  page,
  origin,
  server,
  faultProxy,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 502 /)
  const provider = await newProvider(server.origin)
  const article = await publish(server.origin, provider, {
    title: 'Ten slow minutes',
    content: 'Walk.',
  })
  await call(server.origin, 'createVideo', { body: video }, { token: provider.token })
  const fail = (method: string) => faultProxy.onApi(answeredAt(library, badGateway, method))
  fail('POST')
  await enterAs(page, provider, `${origin}/library/create-article`)
  await page.getByLabel('Title').fill('A second walk')
  await page.getByLabel('Category').selectOption('Cognitive Wellness')
  await page.getByLabel('Content').fill('Walk again.')
  await page.getByRole('button', { name: m.library_publish(), exact: true }).click()
  await expectText(page, 'Failed to create article. Please try again.')
  await expect(page.getByLabel('Content')).toHaveValue('Walk again.')

  await page.goto('/library/add-video')
  await page.getByLabel('YouTube URL').fill(videoUrl)
  await page.getByLabel('Description').fill('Breathing')
  await page.getByLabel('Category').selectOption('Physical Wellness')
  await page.getByRole('button', { name: m.library_submit(), exact: true }).click()
  await expectText(page, 'Failed to add video.')
  await expect(page.getByLabel('YouTube URL')).toHaveValue(videoUrl)

  await page.goto('/add-intro-video')
  await page.getByLabel('YouTube URL').fill(videoUrl)
  await page.getByRole('button', { name: m.library_submit(), exact: true }).click()
  await expectText(page, 'Failed to add intro video.')

  fail('PUT')
  await page.goto(`/library/create-article?edit=${article._id}`)
  await page.getByLabel('Title').fill('A longer walk')
  await page.getByRole('button', { name: m.library_save_changes() }).click()
  await expectText(page, 'Failed to update article')

  fail('DELETE')
  await page.goto('/profile')
  for (const [title, text] of [
    [article.title, 'Failed to delete article'],
    [video.description, 'Failed to delete video'],
  ] as const) {
    await page.getByRole('button', { name: m.library_menu({ title }) }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectText(page, text)
    await dialog.getByRole('button', { name: m.library_delete_keep() }).click()
    await expect(dialog).toHaveCount(0)
  }
  fail('PUT')
  await page.getByRole('button', { name: m.library_menu({ title: video.description }) }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Description').fill('Slower breathing')
  await page.getByRole('dialog').getByRole('button', { name: m.library_save_changes() }).click()
  await expectText(page, 'Failed to update video')
})

test('a video that no player can show leads to where it is', async ({
  page,
  origin,
  server,
  faultProxy,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  await call(server.origin, 'createVideo', { body: video }, { token: provider.token })
  // Whatever the server holds for it: old rows may name anything.
  faultProxy.onApi(({ path, forward }) =>
    path.startsWith('/api/videos/user')
      ? forward().then((told) => ({
          ...told,
          body: Buffer.from(
            told.body.toString().replace(/"url":"[^"]*"/, '"url":"https://clips.example/7"'),
          ),
        }))
      : undefined,
  )
  await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
  await expectText(page, 'Unable to embed video.')
  const link = page.getByRole('link', { name: 'Watch on YouTube' })
  await expect(link).toHaveAttribute('href', 'https://clips.example/7')
})

async function expectText(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
}
