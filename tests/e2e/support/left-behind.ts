import { expect, type Page } from '@playwright/test'
import { userDatabases } from './user-databases.ts'

/** What of people is still on the device; the app's own shell and its settings are nobody's. */
export async function leftBehind(page: Page) {
  const databases = await userDatabases(page)
  const rest = await page.evaluate(async () => ({
    caches: (await caches.keys()).filter((name) => name.startsWith('private-')),
    keys: Object.keys(localStorage),
  }))
  return { databases, ...rest }
}

/** Nothing of anybody is on the device any more; the last of it goes while the page is already left. */
export async function expectNothingLeft(page: Page): Promise<void> {
  const nothing = { databases: [], caches: [], keys: [] }
  await expect.poll(() => leftBehind(page)).toEqual(nothing)
}
