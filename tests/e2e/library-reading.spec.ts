import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { hostileTexts } from '#tests/support/hostile.ts'
import { expectAccessible } from './support/axe.ts'
import { limitRoom } from './support/full-phone.ts'
import { startPhone } from './support/killable-phone.ts'
import { pdfFile, pngFile, publish, watchForScripts } from './support/library.ts'
import { newParent, newProvider } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('a parent reads three articles, and has them offline after a restart, with picture and PDF', async ({
  playwright,
  origin,
  server,
  scratchDir,
  consoleGuard,
}) => {
  const author = await newProvider(server.origin)
  const plain = await publish(origin, author, {
    title: 'Evenings without a phone',
    content: '## Begin early\n\nPut the **phone** away.',
  })
  const pictured = await publish(origin, author, {
    title: 'A walk a day',
    content: 'Walk.',
    attachment: await pngFile(),
  })
  const diary = await publish(origin, author, {
    title: 'A sleep diary',
    content: 'Print it.',
    attachment: pdfFile(),
  })
  const parts = { browserType: playwright.chromium, profileDir: scratchDir, consoleGuard }
  let phone = await startPhone(parts)
  await enterAs(phone.page, await newParent(server.origin), `${origin}/library`)
  await workerControls(phone.page)
  // In order once: Chromium writes local storage, and with it the login, to disk some seconds late.
  await phone.close()
  phone = await startPhone(parts)
  await phone.page.goto(`${origin}/library`)
  await phone.page.getByRole('link', { name: 'Articles', exact: true }).click()
  for (const { title } of [plain, pictured, diary]) {
    await phone.page.getByRole('link', { name: title, exact: true }).click()
    await expect(phone.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    if (title === diary.title) {
      await phone.page.getByRole('button', { name: m.library_save() }).click()
      await expect(phone.page.getByText(m.library_saved(), { exact: true })).toBeVisible()
    }
    if (title === pictured.title) {
      const image = phone.page.getByAltText(m.library_image_alt({ title }))
      await expect(image).toHaveAttribute('src', /^blob:/)
    }
    await phone.page.getByRole('link', { name: m.library_back_articles() }).click()
  }
  const newest = () => phone.page.locator('li[aria-setsize]').first()
  const listed = Number(await newest().getAttribute('aria-setsize'))
  await call(origin, 'deleteArticle', { params: { id: plain._id } }, { token: author.token })
  await phone.page.reload()
  // Of a long list the cards in view are drawn first: that one is gone is known by the length of the list.
  await expect(newest()).toHaveAttribute('aria-setsize', String(listed - 1))
  await expect(phone.page.getByRole('link', { name: diary.title, exact: true })).toBeVisible()
  await expect(phone.page.getByRole('link', { name: plain.title, exact: true })).toHaveCount(0)

  await phone.kill()
  phone = await startPhone(parts)
  await phone.context.setOffline(true)
  await phone.page.goto(`${origin}/library/articles/${pictured._id}`)
  const image = phone.page.getByAltText(m.library_image_alt({ title: pictured.title }))
  await expect(image).toHaveAttribute('src', /^blob:/)
  await phone.page.goto(`${origin}/library/articles/${diary._id}`)
  // The browser's viewer takes the focus once it has loaded.
  const isTaken = phone.page.evaluate(async () => {
    if (!navigator.pdfViewerEnabled) return
    await new Promise((resolve) => window.addEventListener('blur', resolve, { once: true }))
  })
  await phone.page.getByRole('button', { name: /^View PDF/ }).click()
  await expect(phone.page.getByRole('button', { name: m.library_download() })).toBeVisible()
  await isTaken
  await expect(phone.page.getByRole('dialog')).toBeFocused()
  await phone.page.keyboard.press('Escape')
  await phone.page.getByRole('link', { name: m.library_back_articles() }).click()
  await expect(phone.page.getByText(/^As of /)).toBeVisible()
  await phone.page.getByRole('searchbox').fill('phone')
  await expect(phone.page.locator('mark').first()).toHaveText(/^phone$/i)
  await phone.page.getByRole('link', { name: plain.title, exact: true }).click()
  await expect(phone.page.getByRole('heading', { name: 'Begin early' })).toBeVisible()
  await expect(phone.page.getByText(m.library_gone_deleted())).toBeVisible()

  await phone.page.goto(`${origin}/library/shelf`)
  await expect(phone.page.getByText(m.library_gone_tag())).toBeVisible()
  await phone.page
    .getByRole('button', { name: m.library_unsave() + m.library_preview_of(plain) })
    .click()
  await expect(phone.page.getByRole('link', { name: plain.title, exact: true })).toHaveCount(0)
  await expect(phone.page.getByRole('link', { name: diary.title, exact: true })).toBeVisible()

  await phone.page.goto(`${origin}/library/videos`)
  await expect(phone.page.getByText(m.library_video_needs()).first()).toBeVisible()
  await phone.close()
})

test('nothing that an author writes is ever more than text', async ({ page, origin, server }) => {
  const scripts = watchForScripts(page)
  const author = await newProvider(server.origin)
  const article = await publish(origin, author, {
    title: '<img src=x onerror=alert(1)>',
    content: hostileTexts.join('\n\n'),
  })
  await enterAs(page, await newParent(server.origin), `${origin}/library/articles/${article._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<img src=x onerror=alert(1)>')
  const text = page.getByRole('article')
  await expect(text.getByText('<script>alert(1)</script>', { exact: true })).toBeVisible()
  await expect(text.locator('script, iframe, svg[onload], img[src="x"], [onerror]')).toHaveCount(0)
  for (const link of await text.getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^(https?:|mailto:|\/service-providers\/)/)
  }
  await expectAccessible(page, 'an article')
  await page.goto('/library/shelf')
  await expect(page.getByRole('link', { name: article.title })).toBeVisible()
  await expectAccessible(page, 'a shelf')
  await page.goto('/library/articles')
  await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible()
  expect(scripts()).toBe(0)
})

test('a phone without room says that nothing was saved', async ({ page, origin, server }) => {
  const author = await newProvider(server.origin)
  const diary = await publish(origin, author, {
    title: 'A diary for a full phone',
    content: 'Print it.',
    attachment: pdfFile(),
  })
  const room = await limitRoom(page, origin)
  await enterAs(page, await newParent(server.origin), `${origin}/library/articles/${diary._id}`)
  await expect(page.getByRole('heading', { level: 1, name: diary.title })).toBeVisible()
  await room.fill()
  await page.getByRole('button', { name: m.library_save() }).click()
  await expect(page.getByText(m.library_save_full())).toBeVisible()
  await expect(page.getByText(m.library_saved(), { exact: true })).toHaveCount(0)
})
