/** Profile images, which only this person may see: the prefix has them wiped at logout. */
export const privateImagesCache = 'private-images'

/** Pictures of the library, and what was saved of it with 'Save offline'. What somebody reads is theirs to know. */
export const libraryImagesCache = 'private-library-images'
export const libraryFilesCache = 'private-documents'

/** Caches that nobody chose to keep. */
const pictureCaches = ['images', privateImagesCache, libraryImagesCache]

/** Caches that can be fetched again; unsent work is never among them. */
const disposableCaches = [...pictureCaches, 'documents', libraryFilesCache]

/** The device has no room left and what was asked was not kept: the form must keep it. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
}

/** Runs a unit that writes; when the disk is full, frees the disposable caches and tries once more. */
export async function withQuotaRetry<T>(unit: () => Promise<T>): Promise<T> {
  return await withRoomFrom(disposableCaches, unit)
}

/** The same for what the server has: pictures make room for it, and nothing that somebody saved. */
export async function withinQuota<T>(unit: () => Promise<T>): Promise<T> {
  return await withRoomFrom(pictureCaches, unit)
}

async function withRoomFrom<T>(names: readonly string[], unit: () => Promise<T>): Promise<T> {
  try {
    return await unit()
  } catch (error) {
    if (!isQuotaError(error)) throw error
  }
  // Caches that cannot be deleted are no reason not to try again.
  await evict(names).catch(() => undefined)
  try {
    return await unit()
  } catch (error) {
    throw isQuotaError(error) ? new StorageFullError('No room left', { cause: error }) : error
  }
}

/** Deletes what can be fetched again and nothing else. */
export async function evictCaches(): Promise<void> {
  await evict(disposableCaches)
}

async function evict(names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => globalThis.caches?.delete(name)))
}

/** Dexie wraps the browser's error: a full disk arrives as an AbortError with the cause inside. */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError') return true
  return 'inner' in error && isQuotaError(error.inner)
}
