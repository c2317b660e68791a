import { expect, type Page } from '@playwright/test'

/** What of people is still on the device; the app's own shell and its settings are nobody's. */
export async function leftBehind(page: Page) {
  return await page.evaluate(async () => ({
    databases: (await indexedDB.databases())
      .map(({ name = '' }) => name)
      .filter((name) => name.startsWith('zync-u-')),
    caches: (await caches.keys()).filter((name) => name.startsWith('private-')),
    keys: Object.keys(localStorage),
  }))
}

/** Nothing of anybody is on the device any more; the last of it goes while the page is already left. */
export async function expectNothingLeft(page: Page): Promise<void> {
  const nothing = { databases: [], caches: [], keys: [] }
  await expect.poll(() => leftBehind(page)).toEqual(nothing)
}
