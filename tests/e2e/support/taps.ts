import type { Page } from '@playwright/test'

/** Counts from now on how often this page is tapped, by what the browser says. */
export async function countTaps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener(
      'click',
      (event) => {
        if (!event.isTrusted) return
        const taps = Number(document.documentElement.dataset['taps'] ?? 0)
        document.documentElement.dataset['taps'] = String(taps + 1)
      },
      { capture: true },
    )
  })
}

export function tapsOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset['taps'] ?? 0))
}
