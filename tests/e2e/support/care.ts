import { expect, type Locator, type Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { nameOf, type Member } from './people.ts'
import { enterAs } from './sign-in.ts'

/** The card, or the page's head, of somebody. */
export function cardOf(page: Page, member: Member): Locator {
  const heading = page.getByRole('heading', { name: nameOf(member), exact: true })
  return page.getByRole('main').locator('section').filter({ has: heading })
}

/** A button that says what it does and, for those who do not see where it stands, whom it is about. */
export function buttonFor(page: Page, words: string, member: Member): Locator {
  return page.getByRole('button', { name: `${words} ${nameOf(member)}`, exact: true })
}

/** The address of a specialty's list. */
export function specialtyPath(specialty: string): string {
  return `/service-providers/specialty/${encodeURIComponent(specialty)}`
}

/** The list is whole, and so are its cards: the room for an offer goes where there is none, and moves what stands below. */
export async function listStands(page: Page): Promise<void> {
  await expect(page.getByText(/^\d+ providers? found$/)).toBeVisible()
  await expect(page.getByRole('main').locator('p:empty:not([aria-live])')).toHaveCount(0)
}

/** Somebody asks a provider from the provider's page. */
export async function askProvider(
  page: Page,
  origin: string,
  { member, provider }: { member: Member; provider: Member },
): Promise<void> {
  await enterAs(page, member, `${origin}/service-providers/${provider.id}`)
  await buttonFor(page, 'Service Request', provider).click()
  await expect(page.getByText('Pending Request', { exact: true })).toBeVisible()
}

/** Opens the menu beside somebody and chooses. */
export async function chooseFor(page: Page, member: Member, item: string): Promise<void> {
  await page.getByRole('button', { name: m.reports_menu({ name: nameOf(member) }) }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** The lists of care providers that the page's device has, by name. */
export async function keptLists(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const name = 'zync-shared'
    // To open one that is not there would make it.
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return []
    return await new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('error', () => reject(new Error(String(opening.error))))
      opening.addEventListener('success', () => {
        const db = opening.result
        const reading = db.transaction('providerLists').objectStore('providerLists').getAllKeys()
        reading.addEventListener('success', () => {
          db.close()
          resolve(reading.result.map(String))
        })
      })
    })
  })
}

/** Has the page told of so many care providers that its device does not fetch them all. */
export async function tellOfMany(page: Page): Promise<void> {
  const counts = { Psychotherapist: 1_000, 'Life Coach': 40 }
  await page.route('**/api/auth/serviceProviders/counts', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { counts } })
  })
}
