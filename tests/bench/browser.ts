import { chromium, type Browser } from '@playwright/test'
import { ensureChromium } from '../../scripts/chromium.ts'

/** Runs work with a Chromium of its own; one at a time, as two would share the cores that are measured. */
export async function withBrowser<T>(
  work: (browser: Browser) => Promise<T>,
  args: string[] = [],
): Promise<T> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}
