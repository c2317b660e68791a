import { expect, type Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'

export const pin = '204961'

/** Gives the device an authenticator of its own, which knows its person. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    ctap2Version: 'ctap2_1',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
    hasPrf: true,
  } as const
  await session.send('WebAuthn.addVirtualAuthenticator', { options })
}

/** The next time, the person puts the device's own question away. */
export async function refuseOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    credentials.get = () => {
      credentials.get = get
      return Promise.reject(new DOMException('Put away', 'NotAllowedError'))
    }
  })
}

/** Turns the lock on in the settings, with `pin`. */
export async function turnOn(page: Page, settings = '/profile?tab=settings'): Promise<void> {
  await page.goto(settings)
  await page.getByRole('button', { name: m.lock_turn_on() }).click()
  const dialog = page.getByRole('dialog', { name: m.lock_set_title() })
  await dialog.getByLabel(m.lock_new(), { exact: true }).fill(pin)
  await dialog.getByLabel(m.lock_again(), { exact: true }).fill(pin)
  await dialog.getByRole('button', { name: m.lock_save() }).click()
  await expect(page.getByText(m.lock_saved())).toBeVisible()
}

/** Gives a PIN to the lock that is on the screen. */
export async function tryPin(page: Page, words: string): Promise<void> {
  await page.getByLabel(m.lock_pin(), { exact: true }).fill(words)
  await page.getByRole('button', { name: m.lock_open(), exact: true }).click()
}

/** Opens it. */
export async function openLock(page: Page): Promise<void> {
  await tryPin(page, pin)
  await expect(page.getByRole('dialog', { name: m.lock_title() })).toBeHidden()
}

/** The lock is all there is, with the way to help on it. */
export async function expectLocked(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: m.lock_title() })).toBeVisible()
  await expect(page.getByRole('button', { name: m.safety_open() })).toHaveCount(1)
}

/** Esc twice, until a busy page has taken both presses within the half second in which they count as two. */
export async function leaveByEsc(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('https://www.wikipedia.org/', { timeout: 1_000 })
  }).toPass()
}

/** As a phone tells a page that it is out of sight, or back. */
export async function putAway(page: Page, away: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    away ? 'hidden' : 'visible',
  )
}

/** As if so many wrong ones had been given before. */
export async function noteTries(page: Page, wrong: number): Promise<void> {
  await page.evaluate(async (wrong) => {
    const opening = indexedDB.open('zync-session')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const work = opening.result.transaction('session', 'readwrite')
    work.objectStore('session').put({ wrong, waits: false }, 'tries')
    await new Promise((resolve) => work.addEventListener('complete', resolve))
    opening.result.close()
  }, wrong)
}

/** The next page opens a database only once it hears the event `answer`; the ones after it at once. */
export async function answerLate(page: Page, name: string): Promise<void> {
  await page.addInitScript((late) => {
    if (window !== window.top || sessionStorage.getItem('answered')) return
    sessionStorage.setItem('answered', '1')
    const { value } = Object.getOwnPropertyDescriptor(IDBFactory.prototype, 'open') ?? {}
    const open = value as IDBFactory['open']
    IDBFactory.prototype.open = function (this: IDBFactory, ...given) {
      if (given[0] !== late) return open.apply(this, given)
      const waiting = {} as { result: IDBDatabase; onsuccess?: () => void }
      window.addEventListener('answer', () => {
        const opening = open.apply(this, given)
        opening.addEventListener('success', () => {
          waiting.result = opening.result
          waiting.onsuccess?.()
        })
      })
      return waiting as unknown as IDBOpenDBRequest
    }
  }, name)
}

/** Every word of every storage that this origin has in the browser. */
export async function everythingStored(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const factories: IDBFactory[] = [indexedDB]
    const { storageBuckets } = navigator as Navigator & {
      storageBuckets?: {
        keys: () => Promise<string[]>
        open: (name: string) => Promise<{ indexedDB: IDBFactory }>
      }
    }
    for (const name of (await storageBuckets?.keys()) ?? []) {
      const bucket = await storageBuckets?.open(name)
      if (bucket) factories.push(bucket.indexedDB)
    }
    const parts: unknown[] = [
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
    ]
    for (const factory of factories) {
      for (const { name = '' } of await factory.databases()) {
        const opening = factory.open(name)
        await new Promise((resolve) => opening.addEventListener('success', resolve))
        for (const store of opening.result.objectStoreNames) {
          const reading = opening.result.transaction(store).objectStore(store).getAll()
          await new Promise((resolve) => reading.addEventListener('success', resolve))
          parts.push(reading.result)
        }
        opening.result.close()
      }
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        parts.push(request.url, Object.fromEntries(request.headers))
        const body = request.url.includes('/assets/')
          ? ''
          : await (await cache.match(request))?.text()
        parts.push(body)
      }
    }
    return JSON.stringify(parts, (_, value: unknown) =>
      value instanceof Uint8Array ? String.fromCodePoint(...value) : value,
    )
  })
  return stored + JSON.stringify(await page.context().cookies())
}
