import * as v from 'valibot'
import { profileApi } from '#contract/account/settings.ts'
import { fetchFile } from '#src/offline/api/api.ts'
import { privateCachesLock } from '#src/offline/session/end-session.ts'
import { readSession } from '#src/offline/session/session-copy.ts'
import { privateImagesCache } from '#src/offline/storage/quota.ts'

/** Architecture: as many images as this stay for offline; those kept longest leave first. */
const imagesMax = 200

/**
 * A profile image by its file name: from this device, or else from the server with the bearer and then cached. A name
 * never changes its content, so a kept image is right for good. Undefined when there is nobody to ask as.
 * It waits until nothing else is read, and no longer than `signal` says. Rejects as `fetchFile` does.
 */
export async function loadProfileImage(
  file: string,
  signal?: AbortSignal,
): Promise<Blob | undefined> {
  if (!v.is(profileApi.getProfileImage.params, { file })) return undefined
  const cached = await cachedImage(file).catch(() => undefined)
  if (cached) return cached
  const session = await readSession()
  if (!session) return undefined
  const { token, userId } = session
  const options = { token, signal, priority: 'last' } as const
  const image = await fetchFile(profileApi.getProfileImage, { params: { file } }, options)
  // A full disk or a browser without Cache Storage costs the copy and must not cost the picture.
  await cacheImage(file, image, userId).catch(() => undefined)
  return image
}

/** Takes images from this device: their people are none whom the person sees any more. */
export async function forgetImages(files: readonly string[]): Promise<void> {
  if (files.length === 0 || !globalThis.caches) return
  await navigator.locks.request(privateCachesLock, { mode: 'shared' }, async () => {
    // A Cache Storage that refuses has nothing to take away.
    const cache = await caches.open(privateImagesCache).catch(() => undefined)
    if (cache) await Promise.all(files.map((file) => cache.delete(keyOf(file))))
  })
}

async function cachedImage(file: string): Promise<Blob | undefined> {
  const response = await globalThis.caches?.match(keyOf(file), { cacheName: privateImagesCache })
  return await response?.blob()
}

/** Keeps an image while the person it was fetched for is logged in, and nothing behind their logout. */
async function cacheImage(file: string, image: Blob, userId: string): Promise<void> {
  await navigator.locks.request(privateCachesLock, { mode: 'shared' }, async () => {
    if ((await readSession())?.userId !== userId) return
    const cache = await caches.open(privateImagesCache)
    await cache.put(keyOf(file), new Response(image, { headers: { 'content-type': image.type } }))
    const keys = await cache.keys()
    const leaving = keys.slice(0, Math.max(0, keys.length - imagesMax))
    await Promise.all(leaving.map((key) => cache.delete(key)))
  })
}

/** The cache is asked by an address of ours; nothing is ever fetched from it. */
function keyOf(file: string): string {
  return new URL(`/profile-images/${file}`, self.location.origin).href
}
