import { cacheNames } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { readLanguage } from '#contract/language.ts'
import { lookAsked, lookFiles } from '#contract/look.ts'
import { readDeviceLanguage } from '#src/offline/session/device-language.ts'
import { readDeviceLook } from '#src/offline/session/device-look.ts'
import { retireFiles, storeFiles } from './build-files.ts'

/** The event of an install with the Static Routing API, which not every browser has, nor TypeScript's worker library. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rule: {
    readonly condition: { readonly urlPattern: string }
    readonly source: 'network'
  }): Promise<void>
}

/** Paths that a navigation must take to the server: the API, uploads, the worker itself and anything with a file extension. */
const notTheShell = [/^\/api(\/|$)/, /^\/uploads\//, /^\/profile-images\//, /\/[^/?]+\.[^/]+$/]

/**
 * Serves the built shell from the device: every route opens offline by deep link. The old build's files stay
 * for one generation, because a tab of that build may still need its chunks.
 */
export function servePrecachedShell(
  worker: ServiceWorkerGlobalScope,
  entries: (string | PrecacheEntry)[],
): void {
  const controller = new PrecacheController()
  controller.addToCacheList(entries)
  worker.addEventListener('install', (event: RoutedInstallEvent) => {
    event.waitUntil(storeFiles(entries, event))
    // Calls wake no worker, and none of them holds up the one that is to take its place. Where that fails, they pass it.
    event
      .addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' })
      .catch(() => undefined)
  })
  worker.addEventListener('activate', (event) => {
    const wanted = new Set(controller.getURLsToCacheKeys().values())
    event.waitUntil(retireFiles(cacheNames.precache, wanted))
  })
  // The server knows the language of this browser; the one of the build is English.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && manifestPaths.includes(url.pathname),
    ({ request, url }) => fetch(request).catch(() => precachedManifest(controller, url.pathname)),
  )
  // Before the files: the address `/` is one of them, too.
  registerRoute(
    new NavigationRoute(
      async (options) => {
        const page = await pageFor(options.url.search, controller)
        return await controller.createHandlerBoundToURL(page)(options)
      },
      { denylist: notTheShell },
    ),
  )
  registerRoute(new PrecacheRoute(controller, { ignoreURLParametersMatching: [/.*/] }))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) =>
      (await caches.match(request, { cacheName: cacheNames.precache })) ?? fetch(request),
  )
}

const manifestPaths = Object.values(lookFiles).map(({ manifest }) => manifest)

async function precachedManifest(controller: PrecacheController, path: string): Promise<Response> {
  return (await controller.matchPrecache(path)) ?? Response.error()
}

/** The page in the look of this device, whose title is seen before a script runs; a device that does not say has the usual one. */
async function pageFor(search: string, controller: PrecacheController): Promise<string> {
  const look = lookAsked(search) === 'calm' ? 'calm' : await readDeviceLook()
  if (look === 'zync') return '/index.html'
  const language = readLanguage(String(await readDeviceLanguage().catch(() => undefined)))
  const own = `/calm.${language}.html`
  return controller.getCacheKeyForURL(own) ? own : '/calm.html'
}

/** Architecture: 200 images, of which quota errors may take all. Their names are immutable, so the first copy is right for good. */
const imagesMax = 200

/**
 * Keeps the library's images for offline. Only our own origin: an opaque answer costs megabytes and can lie. Profile
 * images are private and never pass here: the page fetches and keeps them itself (`private-images.ts`).
 */
export function cacheImages(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/uploads/images/'),
    new CacheFirst({
      cacheName: 'images',
      plugins: [
        { cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) },
        new ExpirationPlugin({ maxEntries: imagesMax, purgeOnQuotaError: true }),
      ],
    }),
  )
}
