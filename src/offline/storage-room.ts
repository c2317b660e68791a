/** Caches that can be fetched again; unsent work is never among them. */
const disposableCaches = ['images', 'documents']

/** The device has no room left and what was asked was not kept: the form must keep it. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
}

/** Runs a unit that writes; when the disk is full, frees the disposable caches and tries once more. */
export async function withRoom<T>(unit: () => Promise<T>): Promise<T> {
  try {
    return await unit()
  } catch (error) {
    if (!isQuotaError(error)) throw error
  }
  await Promise.all(disposableCaches.map((name) => globalThis.caches?.delete(name)))
  try {
    return await unit()
  } catch (error) {
    throw isQuotaError(error) ? new StorageFullError('No room left', { cause: error }) : error
  }
}

/** Dexie wraps the browser's error: a full disk arrives as an AbortError with the cause inside. */
function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError') return true
  return 'inner' in error && isQuotaError(error.inner)
}
