import type { Browser, Page } from '@playwright/test'
import type { ConsoleGuard } from './console-guard.ts'
import type { Member } from './people.ts'
import { declinePrompts } from './phone.ts'
import { enterAs } from './sign-in.ts'
import { noteWords } from './translatable.ts'

/** A browser of somebody else, who is logged in there already. */
export interface AnotherPhone {
  readonly page: Page
  close(): Promise<void>
}

interface PhoneParts {
  readonly browser: Browser
  readonly consoleGuard: ConsoleGuard
  readonly serviceWorkers?: 'allow' | 'block'
}

/**
 * Opens a second browser at an address of the app; its complaints fail the test too. It has a worker where the test asks
 * for one: elsewhere somebody only looks there at what the first one did.
 */
export async function anotherPhone(
  { browser, consoleGuard, serviceWorkers = 'block' }: PhoneParts,
  member: Member,
  url: string,
): Promise<AnotherPhone> {
  const context = await browser.newContext({ baseURL: new URL(url).origin, serviceWorkers })
  consoleGuard.watch(context)
  noteWords(context)
  const page = await context.newPage()
  await declinePrompts(page)
  await enterAs(page, member, url)
  return { page, close: () => context.close() }
}

/** Opens a second browser at an address of the app, with nobody logged in. */
export async function anotherVisitor(
  { browser, consoleGuard }: { browser: Browser; consoleGuard: ConsoleGuard },
  url: string,
): Promise<AnotherPhone> {
  const context = await browser.newContext({ baseURL: new URL(url).origin })
  consoleGuard.watch(context)
  noteWords(context)
  const page = await context.newPage()
  await page.goto(url)
  return { page, close: () => context.close() }
}
