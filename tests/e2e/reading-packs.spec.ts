import * as m from '#src/i18n/paraglide/messages.js'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { connectByApi } from './support/connect.ts'
import { pdfFile, publish } from './support/library.ts'
import { nameOf, newParent, newProvider } from './support/people.ts'
import { goOffline } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })
test.setTimeout(240_000)

test('a pack is on the phone when it has arrived, with its PDF, and goes when it is taken back', async ({
  page,
  context,
  browser,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  const parent = await newParent(server.origin)
  for (const client of [teen, parent]) await connectByApi(server.origin, client, provider)
  const diary = await publish(server.origin, provider, {
    title: 'A sleep diary to print',
    content: '## Begin tonight\n\nOne line is enough.',
    attachment: pdfFile(),
  })
  await enterAs(page, teen, `${origin}/dashboard`)
  await workerControls(page)

  const address = `${origin}/library/articles/${diary._id}`
  const theirs = await anotherPhone({ browser, consoleGuard }, provider, address)
  await theirs.page.getByRole('link', { name: m.library_packs_send_as() }).click()
  await expect(theirs.page.getByRole('checkbox', { name: diary.title })).toBeChecked()
  await theirs.page.getByRole('checkbox', { name: nameOf(teen) }).check()
  await theirs.page.getByRole('checkbox', { name: nameOf(parent) }).check()
  await theirs.page.getByLabel(m.library_packs_title()).fill('For your nights')
  await theirs.page.getByLabel(m.library_packs_note()).fill('Read it before Sunday.')
  await expectAccessible(theirs.page, 'the form of a pack')
  await theirs.page.getByRole('button', { name: m.library_packs_send(), exact: true }).click()
  const heading = theirs.page.getByRole('heading', { name: 'For your nights' })
  await expect(heading).toBeVisible()

  // The dashboard is all that the young person has open: the pack comes by itself.
  const notice = page.getByRole('link', { name: m.notices_pack({ name: nameOf(provider) }) })
  await expect(notice).toBeVisible()
  await expect
    .poll(async () => (await savedFiles(page)).length, { message: 'the PDF is saved' })
    .toBe(1)
  await goOffline(page)
  await notice.click()
  await expect(page.getByRole('heading', { name: 'For your nights' })).toBeVisible()
  await expect(page.getByText('Read it before Sunday.')).toBeVisible()
  await expect(page.getByText(m.library_saved(), { exact: true })).toBeVisible()
  await expectAccessible(page, 'a pack that was received')
  await page.reload()
  await page.getByRole('link', { name: diary.title }).click()
  await expect(page.getByRole('heading', { name: 'Begin tonight' })).toBeVisible()
  await page.getByRole('button', { name: /^View PDF/ }).click()
  await expect(page.getByRole('button', { name: m.library_download() })).toBeVisible()
  await page.keyboard.press('Escape')
  await context.setOffline(false)

  await theirs.page.reload()
  const arrived = m.library_packs_received({ name: nameOf(teen) })
  await expect(theirs.page.getByText(arrived)).toBeVisible()
  await expect(theirs.page.getByText(nameOf(parent), { exact: true })).toBeVisible()
  await theirs.page.getByRole('button', { name: m.library_packs_take_back() }).click()
  const sure = theirs.page.getByRole('dialog')
  await expectAccessible(theirs.page, 'the question before a pack is taken back')
  await sure.getByRole('button', { name: m.library_packs_take_back(), exact: true }).click()
  await expect(theirs.page.getByText(m.library_packs_none_sent())).toBeVisible()
  await theirs.close()

  await page.goto('/library/packs')
  await expect(page.getByText(m.library_packs_empty())).toBeVisible()
  await page.goto('/library/shelf')
  await expect(page.getByRole('link', { name: diary.title })).toBeVisible()
})

/** The addresses of the files that 'Save offline' has stored on this device. */
async function savedFiles(page: Parameters<typeof enterAs>[0]): Promise<string[]> {
  return await page.evaluate(async () => {
    const cache = await caches.open('private-documents')
    return (await cache.keys()).map(({ url }) => url)
  })
}
