import {
  expect,
  type BrowserContext,
  type CDPSession,
  type Page,
  type Worker,
} from '@playwright/test'

/** Resolves once a worker controls the page: from here on the app opens without a network. */
export async function workerControls(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    })
  })
}

/** The browser's own hand on the workers of one origin. */
export interface WorkerControl {
  /** Wakes the worker with a sync event, as the browser does when the network is back. */
  sync(tag: string): Promise<void>
  /** Hands it what a push service delivers. */
  push(data: string): Promise<void>
  /** Stops the worker where it stands, as the browser does when it wants the memory. */
  stop(): Promise<void>
}

/** `page` only lends its session: it may be of any origin. */
export async function controlWorkers(
  context: BrowserContext,
  { page, origin }: { page: Page; origin: string },
): Promise<WorkerControl> {
  const session = await context.newCDPSession(page)
  const registrationId = await registrationOf(session, origin)
  return {
    sync: async (tag) => {
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag,
        lastChance: false,
      })
    },
    push: async (data) => {
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    },
    stop: async () => {
      await session.send('ServiceWorker.stopAllWorkers')
    },
  }
}

/** The id may be the text '0'. */
function registrationOf(session: CDPSession, origin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (found) resolve(found.registrationId)
    })
    session.send('ServiceWorker.enable').catch(reject)
  })
}

/** What the page's types do not know of a worker, and how many notifications it has shown that no test has taken note of. */
interface CountingScope {
  readonly registration: ServiceWorkerRegistration
  untaken: number
}

/** The worker of the app, which counts from here on what it shows. */
export async function workerOf(context: BrowserContext): Promise<Worker> {
  const [running] = context.serviceWorkers()
  const worker = running ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const scope = globalThis as typeof globalThis & CountingScope
    const { registration } = scope
    const show = registration.showNotification.bind(registration)
    scope.untaken = 0
    registration.showNotification = async (...words) => {
      await show(...words)
      scope.untaken += 1
    }
  })
  return worker
}

/**
 * Resolves once the worker has shown one more notification. Nobody asks before what is on the phone: Chromium forgets a
 * notification when it is asked while that one is on its way to the screen (74 of 300 tries).
 */
export async function oneMoreShown(worker: Worker): Promise<void> {
  const take = () =>
    worker.evaluate(() => {
      const scope = globalThis as typeof globalThis & CountingScope
      const isThere = scope.untaken > 0
      if (isThere) scope.untaken -= 1
      return isThere
    })
  await expect.poll(take).toBe(true)
}
