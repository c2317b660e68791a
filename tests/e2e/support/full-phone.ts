import type { CDPSession, JSHandle, Page } from '@playwright/test'
import { factoryOf, userDatabases, type UserFactory } from './user-databases.ts'

/** How much the app may keep before the phone is full: many times what it needs. */
const roomBytes = 20 * 1024 * 1024

/** Lets the test say when the phone has no room left for one origin. */
export interface PhoneRoom {
  fill(): Promise<void>
  free(): Promise<void>
}

/** Before the app is opened: Chromium asks for its limit once and then counts down from it for a while. */
export async function limitRoom(page: Page, origin: string): Promise<PhoneRoom> {
  const devtools = await page.context().newCDPSession(page)
  await limit(devtools, origin, roomBytes)
  return {
    fill: async () => {
      await limit(devtools, origin, 1)
      // Chromium counts for each bucket by itself: the person's, and what all share.
      for (const name of [...(await userDatabases(page)), '']) {
        await askForTooMuch(page, await factoryOf(page, name))
      }
    },
    free: () => limit(devtools, origin),
  }
}

async function limit(devtools: CDPSession, origin: string, quotaSize?: number): Promise<void> {
  await devtools.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(quotaSize === undefined ? {} : { quotaSize }),
  })
}

/** A write beyond what Chromium still counts on: it is refused, and from then on the new limit holds. */
async function askForTooMuch(page: Page, factory: JSHandle<UserFactory>): Promise<void> {
  const given = { factory, bytes: roomBytes }
  const outcome = await page.evaluate(async ({ factory, bytes }) => {
    const opening = factory.open('filler', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('filler'))
    return await new Promise<string>((resolve) => {
      opening.addEventListener('error', () => resolve(opening.error?.name ?? 'unknown'))
      opening.addEventListener('success', () => {
        const work = opening.result.transaction('filler', 'readwrite')
        work.objectStore('filler').put(new Uint8Array(bytes), 1)
        work.addEventListener('complete', () => resolve('stored'))
        work.addEventListener('abort', () => resolve(work.error?.name ?? 'unknown'))
      })
    })
  }, given)
  if (outcome !== 'QuotaExceededError') throw new Error(`The phone is not full: ${outcome}`)
}
