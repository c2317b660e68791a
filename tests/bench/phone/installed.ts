import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Person, Scale } from '../stored.ts'
import { logIn, onPhone, openPhonePage, phoneAtScale } from './phone-page.ts'

/** A phone that holds a whole app, so that it starts without a network too. */
export interface Phone {
  readonly origin: string
  readonly context: BrowserContext
  /** A page beside the app, which puts things into its storage. */
  readonly storage: Page
}

/** Opens `path` once, so that its worker keeps the app. */
export async function openPhone(
  browser: Browser,
  origin: string,
  { core, path }: { core: string; path: string },
): Promise<Phone> {
  const viewport = { width: 360, height: 740 }
  const context = await browser.newContext({ bypassCSP: true, viewport, hasTouch: true })
  const installing = await context.newPage()
  await installing.goto(origin + path)
  await installing.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await installing.close()
  return { origin, context, storage: await openPhonePage(context, origin, core) }
}

/** Logs in somebody whose phone was not used yet, and fills it to a scale. */
export async function becomeSomebody(storage: Page, people: Person[], scale: Scale): Promise<void> {
  const phone = phoneAtScale(people, scale)
  await onPhone(storage, 'openPhone', phone)
  await logIn(storage, phone)
}
