import type { Page } from '@playwright/test'

/**
 * Does something after which the page says these words, if only for a moment: every frame is looked at, where an
 * expectation looks twice a second.
 */
export async function saysAfter(
  page: Page,
  words: readonly string[],
  act: () => Promise<unknown>,
): Promise<void> {
  const said = page.waitForFunction(
    (texts) => texts.every((text) => document.body?.innerText.includes(text)),
    words,
  )
  await Promise.all([said, act()])
}
