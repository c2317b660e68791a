import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { keptLists, listStands, tellOfMany } from './support/care.ts'
import { closedGate } from './support/gate.ts'
import { newTeen } from './support/people.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

const lists = '**/api/auth/serviceProviders?*'

test('of a long list few cards are in the document, and a way back finds where it was left', async ({
  page,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/service-providers`)
  await specialtyLink(page).click()
  await listStands(page)
  const cards = page.getByRole('main').locator('li[aria-posinset]')
  await expect(cards).toHaveCount(24)
  await expect(cards.first()).toHaveAttribute('aria-posinset', '1')
  const last = cards.last()
  const total = await last.getAttribute('aria-setsize')
  // Cards that are drawn on the way may turn out higher than they were taken for.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(last).toHaveAttribute('aria-posinset', total ?? '', { timeout: 1_000 })
    await listStands(page)
    await expect(last).toBeInViewport({ timeout: 1_000 })
  }).toPass()
  await expect(cards.first()).not.toHaveAttribute('aria-posinset', '1')
  expect(await cards.count()).toBeLessThanOrEqual(30)
  const name = await last.getByRole('heading').innerText()
  await last.getByRole('link', { name: /^View Profile/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
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
  // A finger: a mouse would come to rest over a link, which is read ahead then.
  await page.getByRole('button', { name: m.ui_more() }).tap()
  await page.getByRole('dialog').getByRole('button', { name: m.shell_nav_logout() }).tap()
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

test('what was read ahead of a tap for one person is never shown to the next', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const next = await newTeen(server.origin)
  const query = { specialty: 'Psychotherapist', limit: '1' } as const
  const { reply } = await call(server.origin, 'listProviders', { query }, { token: teen.token })
  const body = { requestedServiceProvider: reply.providers[0]?._id ?? '' }
  await call(server.origin, 'requestConnection', { body }, { token: teen.token })
  await noteListsRead(page)
  await enterAs(page, teen, `${origin}/service-providers`)
  await specialtyLink(page).click()
  await expect(page.getByRole('button', { name: /^Remove Request/ })).toBeVisible()
  await page.goto('/service-providers')
  await expect.poll(() => page.evaluate(() => globalThis.zyncListsRead)).toBeGreaterThan(0)
  await page.getByRole('button', { name: m.ui_more() }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.shell_nav_logout() }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: m.shell_nav_login() }).first().click()
  await fillLogin(page, next)
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: m.ui_more() }).click()
  await page.getByRole('dialog').getByRole('link', { name: m.shell_nav_providers() }).click()
  await expect(specialtyLink(page)).toBeVisible()
  const seen = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const watch = new MutationObserver(() => {
          const main = document.querySelector('main')?.textContent ?? ''
          if (main.includes('Request')) resolve(main)
        })
        watch.observe(document, { childList: true, subtree: true, characterData: true })
      }),
  )
  await specialtyLink(page).click()
  expect(await seen).not.toContain('Remove Request')
})

/** Counts the times that the page reads a list of care providers from its device. */
async function noteListsRead(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.zyncListsRead = 0
    const begin = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
      const [stores, mode] = given
      if (mode === 'readonly' && [stores].flat().includes('providers')) zyncListsRead += 1
      return begin?.value.apply(this, given)
    }
  })
}

declare global {
  var zyncListsRead: number
}

function specialtyLink(page: Page) {
  return page.getByRole('link', { name: 'Psychotherapist', exact: true })
}
