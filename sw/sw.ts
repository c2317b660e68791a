import type { PrecacheEntry } from 'workbox-precaching'
import { drainOnSync } from './background-sync.ts'
import { cacheImages, servePrecachedShell } from './precache.ts'
import { showPushes } from './push.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

servePrecachedShell(self, self.__WB_MANIFEST)
cacheImages()
drainOnSync(self)
showPushes(self)

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const data: unknown = event.data
  const asked = typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
  // A waiting worker takes over only when the person, or a cold start with nothing to lose, says so.
  if (asked === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  // A page that was loading while this worker became active asks to be taken too.
  if (asked === 'CLAIM') event.waitUntil(self.clients.claim())
})

/** The first install takes the page that is already open; an update waits. */
self.addEventListener('activate', (event: ExtendableEvent) => event.waitUntil(self.clients.claim()))
