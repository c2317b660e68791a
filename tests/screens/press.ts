import type { Locator } from 'vitest/browser'

/** Without the app's own styles parts lie over each other, and a pointer would meet the wrong one. */
export function press(locator: Locator): void {
  const element = locator.element()
  if (element instanceof HTMLElement) element.click()
}
