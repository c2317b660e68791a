import type { PrecacheEntry } from 'workbox-precaching'
import { drainOnSync } from './background-sync.ts'
import { cacheImages } from './images.ts'
import { servePrecachedShell } from './precache.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

servePrecachedShell(self, self.__WB_MANIFEST)
cacheImages()
drainOnSync(self)

/** A waiting worker takes over only when the person, or a cold start with nothing to lose, says so. */
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const data: unknown = event.data
  const asked =
    typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'
  if (asked) event.waitUntil(self.skipWaiting())
})

/** The first install takes the page that is already open; an update waits. */
self.addEventListener('activate', (event: ExtendableEvent) => event.waitUntil(self.clients.claim()))
