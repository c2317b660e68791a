import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

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
