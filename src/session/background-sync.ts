/** What TypeScript's library does not know: one-shot Background Sync, where the browser has it. */
interface SyncManager {
  register(tag: string): Promise<void>
}

let lastTag = ''

/**
 * Asks the browser to wake the worker when there is a network, for the burst that ends with `newestSeq`. Each burst
 * has a tag of its own: a browser gives up a tag after a few failures and would not try the next burst under it.
 */
export function registerOutboxSync(newestSeq: number): void {
  const tag = `outbox:${newestSeq}`
  if (tag === lastTag || !('serviceWorker' in navigator)) return
  lastTag = tag
  // A bonus: a browser that refuses leaves the work to this page.
  registerTag(tag).catch(() => undefined)
}

/** Asks the browser to wake the worker when there is a network, for sessions that ended here alone. */
export function registerRevocationSync(): void {
  if (!('serviceWorker' in navigator)) return
  // A bonus: this device ends them at its next start too.
  registerTag('revoke').catch(() => undefined)
}

async function registerTag(tag: string): Promise<void> {
  const registration: ServiceWorkerRegistration & { sync?: SyncManager } =
    await navigator.serviceWorker.ready
  await registration.sync?.register(tag)
}
