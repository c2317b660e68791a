import type { Page } from '@playwright/test'

/** On a phone whose person saves data nothing is fetched before they open it, however long the page stands. */
export async function readNothingAhead(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
}
