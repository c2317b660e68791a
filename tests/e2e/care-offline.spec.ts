import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { keptLists } from './support/care.ts'
import { nameOf, newProvider, newTeen, openSession } from './support/people.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

const asOf = /^As of \w+ \d+, \d{4} at \d/

test('the directory that was opened once is there without a network, with its date', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await enterAs(page, teen, `${origin}/service-providers`)
  await wholeDirectoryKept(page)
  await workerControls(page)
  await context.setOffline(true)

  await page.reload()
  await expect(page.getByText(asOf)).toBeVisible()
  await page.getByRole('link', { name: 'Psychotherapist', exact: true }).click()
  await expect(page.getByText(asOf)).toBeVisible()
  await page.getByPlaceholder('Search by name or specialty').fill(provider.user.lastname)
  await page.getByRole('link', { name: `View Profile ${nameOf(provider)}`, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf(provider))
  await page.goto(`/service-providers/${provider.id}`)
  await expect(page.getByText(m.ui_stale())).toBeVisible()
})

test('the directory of one person is not shown to the next one on the same device', async ({
  page,
  context,
  origin,
  server,
}) => {
  const [first, second] = [await newTeen(server.origin), await newTeen(server.origin)]
  await enterAs(page, first, `${origin}/service-providers`)
  await wholeDirectoryKept(page)
  await page.getByRole('button', { name: m.ui_more() }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.shell_nav_logout() }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await fillLogin(page, second)
  await expect(page).toHaveURL('/dashboard')
  await workerControls(page)
  await context.setOffline(true)
  await page.goto('/service-providers')
  await expect(page.getByText(m.providers_offline())).toBeVisible()
  expect((await openSession(server.origin, second)).id).toBe(second.id)
})

/** The whole of a small directory comes behind the first page. */
async function wholeDirectoryKept(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Psychotherapist', exact: true })).toBeVisible()
  await expect.poll(() => keptLists(page)).toHaveLength(18)
}
