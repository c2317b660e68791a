import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { keptLists, tellOfMany } from './support/care.ts'
import { closedGate } from './support/gate.ts'
import { newTeen } from './support/people.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

const lists = '**/api/auth/serviceProviders?*'

test('the first cards of a specialty that was never opened are there without a network', async ({
  page,
  context,
  origin,
  teen,
}) => {
  await tellOfMany(page)
  await enterAs(page, teen, `${origin}/service-providers`)
  await expect(specialtyLink(page)).toBeVisible()
  await expect.poll(() => keptLists(page)).toContain('start:Psychotherapist')
  await workerControls(page)
  await context.setOffline(true)

  await specialtyLink(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Psychotherapist Providers')
  await expect(page.getByText(/^As of \w+ \d+, \d{4} at .+ There may be more\.$/)).toBeVisible()
  await expect(page.getByText(m.providers_found_part({ count: 24 }))).toBeVisible()
  await expect(page.getByRole('main').locator('li section')).toHaveCount(24)
  await page.getByPlaceholder('Search by name or specialty').fill('nobody of this name')
  await expect(page.getByText(m.providers_none_part())).toBeVisible()
  await expect(page.getByText('No providers found for Psychotherapist.')).toHaveCount(0)
})

test('opened with a network, the rest of the list follows its first cards', async ({
  page,
  origin,
  teen,
}) => {
  await tellOfMany(page)
  await enterAs(page, teen, `${origin}/service-providers`)
  await expect(specialtyLink(page)).toBeVisible()
  await expect.poll(() => keptLists(page)).toContain('start:Psychotherapist')
  await specialtyLink(page).click()
  await expect(page.getByText(/^\d+ providers found$/)).toBeVisible()
  expect(await keptLists(page)).not.toContain('start:Psychotherapist')
})

test('what is fetched ahead fails without a word, and does no harm', async ({
  page,
  origin,
  teen,
}) => {
  const refused = closedGate()
  await tellOfMany(page)
  await page.route(lists, async (route) => {
    await route.abort()
    refused.open()
  })
  await enterAs(page, teen, `${origin}/service-providers`)
  await refused.opened
  await expect(specialtyLink(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(m.providers_failed_list())).toHaveCount(0)
  await page.unroute(lists)
  await specialtyLink(page).click()
  await expect(page.getByText(/^\d+ providers found$/)).toBeVisible()
})

test('what comes after its person has logged out is not kept, nor is more asked for', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const next = await newTeen(server.origin)
  const [asked, leave] = [closedGate(), closedGate()]
  let askings = 0
  await tellOfMany(page)
  await page.route(lists, async (route) => {
    askings += 1
    const response = await route.fetch()
    asked.open()
    await leave.opened
    await route.fulfill({ response })
  })
  await enterAs(page, teen, `${origin}/service-providers`)
  await asked.opened
  await page.getByRole('button', { name: m.ui_more() }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.shell_nav_logout() }).click()
  await expect(page).toHaveURL('/')
  const answered = page.waitForResponse(lists)
  leave.open()
  await (await answered).finished()
  await page.goto('/login')
  await fillLogin(page, next)
  await expect(page).toHaveURL('/dashboard')
  expect(await keptLists(page)).toEqual([])
  expect(askings).toBe(1)
})

function specialtyLink(page: Page) {
  return page.getByRole('link', { name: 'Psychotherapist', exact: true })
}
