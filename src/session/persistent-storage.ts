import { persistUserStorage } from '#src/offline/storage/user-storage.ts'

let requested = false

/** Asks the browser once to keep this site's data when room gets short; for when something waits here alone. */
export function requestPersistenceOnce(): void {
  if (requested) return
  requested = true
  void persist()
}

async function persist(): Promise<void> {
  const storage = navigator.storage as StorageManager | undefined
  if (storage?.persist && !(await storage.persisted())) await storage.persist()
  await persistUserStorage()
}
