import type { BrowserContext, CDPSession, Page } from '@playwright/test'

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
