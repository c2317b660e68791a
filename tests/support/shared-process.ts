// First: the app's core reads them as it loads, and Dexie keeps the databases that it finds when it is first imported, by whichever file that is.
import '#tests/model/browser-globals.ts'
import { afterAll, vi } from 'vitest'

const networkFetch = globalThis.fetch

/** Files of the unit project share a process: what one leaves behind is gone before the next begins. */
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  globalThis.fetch = networkFetch
  await emptyDatabases()
})

/** Empties rather than deletes: a module that holds a handle for the life of the process keeps a working one. */
async function emptyDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await settled(indexedDB.open(name))
    const stores = [...db.objectStoreNames]
    if (stores.length > 0) {
      const transaction = db.transaction(stores, 'readwrite')
      await Promise.all(stores.map((store) => settled(transaction.objectStore(store).clear())))
    }
    db.close()
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}
