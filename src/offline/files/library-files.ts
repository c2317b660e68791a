import * as v from 'valibot'
import { libraryApi } from '#contract/library/library-api.ts'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { fetchFile } from '#src/offline/api/api.ts'
import { privateCachesLock } from '#src/offline/session/end-session.ts'
import { readOwner, readSession } from '#src/offline/session/session-copy.ts'
import type { SessionCopy } from '#src/offline/session/session-start.ts'
import {
  isQuotaError,
  libraryFilesCache,
  libraryImagesCache,
  StorageFullError,
} from '#src/offline/storage/quota.ts'

/** The newest 300 articles have one small picture each at most; videos and opened articles have theirs beside. */
const imagesMax = 600
/** Architecture: documents saved for offline, in bytes together. */
export const savedBytesMax = 150_000_000

/**
 * An article's picture or PDF: from this device, or else from the server with the bearer. A picture is then kept; a
 * PDF only by `saveAttachment`. Undefined when there is nobody to ask as. Rejects as `fetchFile` does.
 */
export async function loadAttachment(file: string): Promise<Blob | undefined> {
  if (!v.is(libraryApi.getAttachment.params, { attachment: file })) return undefined
  const cached = await cachedAttachment(file)
  if (cached) return cached
  const session = await readSession()
  if (!session) return undefined
  const blob = await fetchAttachment(session, file)
  if (!file.endsWith('.pdf')) await cacheImage(session, addressOf(file), blob)
  return blob
}

/** The same for a video's picture. One that the server has only drawn is asked for anew another time. */
export async function loadThumbnail(videoId: string): Promise<Blob | undefined> {
  if (!v.is(libraryApi.getVideoThumbnail.params, { videoId })) return undefined
  const address = `/library/thumbnails/${videoId}`
  const cached = await cachedIn(libraryImagesCache, address)
  if (cached) return cached
  const session = await readSession()
  if (!session) return undefined
  const { token } = session
  const blob = await fetchFile(libraryApi.getVideoThumbnail, { params: { videoId } }, { token })
  if (blob.type === 'image/webp') await cacheImage(session, address, blob)
  return blob
}

/** A file that is on this device already. */
export async function cachedAttachment(file: string): Promise<Blob | undefined> {
  const address = addressOf(file)
  return (
    (await cachedIn(libraryFilesCache, address)) ?? (await cachedIn(libraryImagesCache, address))
  )
}

/** Whether 'Save offline' has cached a file; false where the browser does not say. */
export async function isAttachmentSaved(file: string): Promise<boolean> {
  try {
    const key = keyOf(addressOf(file))
    const response = await globalThis.caches?.match(key, { cacheName: libraryFilesCache })
    return response !== undefined
  } catch {
    return false
  }
}

/**
 * Keeps a file until `dropAttachment`; `exists` where it was kept before. Throws `StorageFullError` when there is no room,
 * `UnreachableError` when there is nobody to ask as, and as `fetchFile` does; then nothing was cached.
 */
export async function saveAttachment(file: string): Promise<'saved' | 'exists'> {
  if (await isAttachmentSaved(file)) return 'exists'
  const session = await readSession()
  if (!session) throw new UnreachableError('There is nobody to fetch it as')
  const blob = (await cachedAttachment(file)) ?? (await fetchAttachment(session, file))
  const saved = await bytesIn(libraryFilesCache)
  if (saved + blob.size > savedBytesMax) throw new StorageFullError('The shelf is full')
  try {
    await putAs(session, libraryFilesCache, { address: addressOf(file), blob })
    return 'saved'
  } catch (error) {
    await dropAttachment(file)
    throw isQuotaError(error) ? new StorageFullError('No room left', { cause: error }) : error
  }
}

/** What `saveAttachment` kept is gone. */
export async function dropAttachment(file: string): Promise<void> {
  const cache = await globalThis.caches?.open(libraryFilesCache)
  await cache?.delete(keyOf(addressOf(file)))
}

async function fetchAttachment({ token }: SessionCopy, attachment: string): Promise<Blob> {
  const blob = await fetchFile(libraryApi.getAttachment, { params: { attachment } }, { token })
  // The type is ours to say, not the answer's: a PDF is never opened as anything else.
  const type = attachment.endsWith('.pdf') ? 'application/pdf' : 'image/webp'
  return new Blob([blob], { type })
}

/** A full disk or a browser without Cache Storage costs the copy and must not cost the picture. */
async function cacheImage(session: SessionCopy, address: string, blob: Blob): Promise<void> {
  await putAs(session, libraryImagesCache, { address, blob, entriesMax: imagesMax }).catch(
    () => undefined,
  )
}

/** Keeps a file while the person it was fetched for is logged in, and nothing behind their logout. */
async function putAs(
  session: SessionCopy,
  cacheName: string,
  entry: { address: string; blob: Blob; entriesMax?: number },
): Promise<void> {
  const { address, blob, entriesMax = Number.POSITIVE_INFINITY } = entry
  await navigator.locks.request(privateCachesLock, { mode: 'shared' }, async () => {
    // An app lock that closed meanwhile is no logout.
    if ((await readOwner()) !== session.userId) return
    const cache = await caches.open(cacheName)
    const headers = { 'content-type': blob.type }
    await cache.put(keyOf(address), new Response(blob, { headers }))
    const keys = await cache.keys()
    const leaving = keys.slice(0, Math.max(0, keys.length - entriesMax))
    await Promise.all(leaving.map((key) => cache.delete(key)))
  })
}

/** A Cache Storage that refuses has nothing of it. */
async function cachedIn(cacheName: string, address: string): Promise<Blob | undefined> {
  try {
    const response = await globalThis.caches?.match(keyOf(address), { cacheName })
    return await response?.blob()
  } catch {
    return undefined
  }
}

async function bytesIn(cacheName: string): Promise<number> {
  const responses = await (await caches.open(cacheName)).matchAll()
  const blobs = await Promise.all(responses.map((response) => response.blob()))
  return blobs.reduce((sum, blob) => sum + blob.size, 0)
}

function addressOf(file: string): string {
  return `/uploads/${file}`
}

/** The caches are asked by an address of ours; nothing is ever fetched from it. */
function keyOf(address: string): string {
  return new URL(address, self.location.origin).href
}
