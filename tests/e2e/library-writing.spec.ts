import * as m from '#src/i18n/paraglide/messages.js'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { buttonFor } from './support/care.ts'
import { closedGate } from './support/gate.ts'
import { saysAfter } from './support/in-passing.ts'
import { pdfBytes } from './support/library.ts'
import { newParent, newProvider } from './support/people.ts'
import { profileStands } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a care provider writes, keeps a draft, publishes, edits and deletes an article', async ({
  page,
  origin,
  server,
}) => {
  await enterAs(page, await newProvider(server.origin), `${origin}/library/create-article`)
  await page.getByRole('button', { name: m.library_publish(), exact: true }).click()
  for (const text of ['Title is required', 'Category is required', 'Content is required']) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await page.getByLabel('Title').fill('Breathing before an exam')
  await page.getByLabel('Category').selectOption('Cognitive Wellness')
  await page.getByLabel('Content').fill('slowly')
  await page.getByLabel('Content').selectText()
  await page.getByRole('button', { name: m.library_tool_bold() }).click()
  await expect(page.getByLabel('Content')).toHaveValue('**slowly**')
  await expect(page.getByText(m.library_draft_kept_now())).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Content')).toHaveValue('**slowly**')
  await expect(page.getByText(m.library_draft_back())).toBeVisible()
  await page.getByText(m.library_view_preview(), { exact: true }).click()
  await expect(page.locator('strong', { hasText: 'slowly' })).toBeVisible()

  const files = page.locator('input[type=file]')
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') })
  await expect(page.getByText('Please select an image (PNG/JPG) or PDF file')).toBeVisible()
  await files.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdfBytes })
  await expect(page.getByText('plan.pdf')).toBeVisible()
  await expect(page.getByText('0.01 MB')).toBeVisible()
  const published = closedGate()
  await page.route('**/api/articles/', async (route) => {
    await published.opened
    await route.continue()
  })
  await saysAfter(page, [m.library_published_title(), m.library_go_articles()], async () => {
    await page.getByRole('button', { name: m.library_publish(), exact: true }).click()
    await expect(page.getByText('Publishing...')).toBeVisible()
    published.open()
  })
  await expect(page).toHaveURL('/library/articles')
  await expect(page.getByRole('link', { name: 'Breathing before an exam' })).toBeVisible()

  await page.goto('/profile')
  const menu = page.getByRole('button', {
    name: m.library_menu({ title: 'Breathing before an exam' }),
  })
  await profileStands(page)
  await menu.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: m.library_save_changes() }).click()
  await expect(page.getByText('Title and content are required')).toBeVisible()
  await page.getByLabel('Title').fill('Breathing before any exam')
  await saysAfter(page, [m.library_updated_title(), m.library_go_profile()], () =>
    page.getByRole('button', { name: m.library_save_changes() }).click(),
  )
  await profileStands(page)
  await page
    .getByRole('button', { name: m.library_menu({ title: 'Breathing before any exam' }) })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No Articles Yet')).toBeVisible()
})

test('a care provider adds a video and an introduction; it plays after the click alone', async ({
  page,
  context,
  browser,
  origin,
  server,
  consoleGuard,
}) => {
  const asked: string[] = []
  await context.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url())
    const script = 'onmessage = () => parent.postMessage(\'{"event":"onError","info":150}\', "*")'
    return route.fulfill({ contentType: 'text/html', body: `<script>${script}</script>` })
  })
  const provider = await newProvider(server.origin)
  await enterAs(page, provider, `${origin}/library/add-video`)
  await page.getByLabel('YouTube URL').fill('https://youtube.com.evil.example/watch?v=RcGyVTAoXEU')
  await page.getByLabel('Description').fill('Box breathing')
  await page.getByLabel('Category').selectOption('Physical Wellness')
  await page.getByRole('button', { name: m.library_submit(), exact: true }).click()
  await expect(page.getByText('Please enter a valid YouTube URL')).toBeVisible()
  await page.getByLabel('YouTube URL').fill('https://youtu.be/RcGyVTAoXEU')
  const submitted = closedGate()
  await page.route('**/api/videos/', async (route) => {
    await submitted.opened
    await route.continue()
  })
  await saysAfter(page, [m.library_go_videos()], async () => {
    await page.getByRole('button', { name: m.library_submit(), exact: true }).click()
    await expect(page.getByText('Submitting...')).toBeVisible()
    submitted.open()
  })
  await expect(page).toHaveURL('/library/videos')
  expect(asked).toEqual([])
  await page.getByRole('button', { name: m.library_video_play({ title: 'Box breathing' }) }).click()
  await expect(page.getByText('Embedding disabled by YouTube.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Watch on YouTube' })).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)

  await page.goto('/profile')
  await profileStands(page)
  await page.getByRole('button', { name: m.library_menu({ title: 'Box breathing' }) }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('Square breathing')
  await saysAfter(page, [m.library_video_updated_title(), m.library_go_profile()], () =>
    page.getByRole('button', { name: m.library_save_changes() }).click(),
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Square breathing' })).toBeVisible()

  await page.goto('/add-intro-video')
  await expect(page).toHaveTitle(m.shell_title({ page: m.library_intro_title() }))
  await page.getByRole('button', { name: m.library_submit(), exact: true }).click()
  await expect(page.getByText('Video URL is required.')).toBeVisible()
  await page.getByLabel('YouTube URL').fill('https://youtu.be/RcGyVTAoXEU')
  await saysAfter(page, [m.library_go_profile()], () =>
    page.getByRole('button', { name: m.library_submit(), exact: true }).click(),
  )
  await expect(page).toHaveURL('/profile')
  await expect(
    page.getByRole('button', { name: m.library_video_play({ title: m.profile_intro_title() }) }),
  ).toBeVisible()
  await expectAccessible(page, 'a profile with a library')

  const parent = await newParent(server.origin)
  const address = `${origin}/service-providers/${provider.id}`
  const phone = await anotherPhone({ browser, consoleGuard }, parent, address)
  await expect(phone.page.getByRole('heading', { name: 'Square breathing' })).toBeVisible()
  // What stands above it comes with other answers.
  await expect(phone.page.getByText(m.profile_articles_empty())).toBeVisible()
  await expect(buttonFor(phone.page, 'Service Request', provider)).toBeVisible()
  // Whoever did not write it may report it, and neither edit nor delete it.
  await phone.page.getByRole('button', { name: /^Actions for/ }).click()
  await expect(phone.page.getByRole('menuitem')).toHaveText([/Report/])
  await phone.close()
})
