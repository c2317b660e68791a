import Dexie from 'dexie'

const namePrefix = 'zync-u-'

/** The name of a person's database, and of the storage bucket that it has for itself. */
export function userDatabaseName(userId: string): string {
  return `${namePrefix}${userId}`
}

/** Where a person's database is. */
export interface UserStorage {
  readonly indexedDB: Pick<IDBFactory, 'open' | 'deleteDatabase' | 'databases'>
  /** True where it belongs to this person alone and leaves the disk with all its files. */
  readonly apart: boolean
  /** Makes it answer again after the browser lost it; false when a logout has deleted it. */
  renew(): Promise<boolean>
}

/** What TypeScript's library does not know: the Storage Buckets API, of Chromium since 2024. */
interface StorageBucket {
  readonly indexedDB: IDBFactory
  persist(): Promise<boolean>
}
export interface StorageBuckets {
  open(name: string, options?: { durability: 'strict' }): Promise<StorageBucket>
  keys(): Promise<string[]>
  delete(name: string): Promise<void>
}

/** The storage that everything of this origin shares. */
export const commonStorage: UserStorage = {
  get indexedDB() {
    return globalThis.indexedDB
  },
  apart: false,
  renew: () => Promise.resolve(true),
}

/**
 * The storage of one person, made where there is none yet. Chromium has all databases of an origin in one set of files,
 * in which deleted rows stay readable until it happens to rewrite them; a bucket has files of its own, and they go with
 * it. Other browsers have files of its own for each database.
 */
export async function userStorage(userId: string): Promise<UserStorage> {
  const buckets = storageBuckets()
  if (!buckets) return commonStorage
  const name = userDatabaseName(userId)
  // Strict: an acknowledged tap survives a power cut.
  const open = async () => (await buckets.open(name, { durability: 'strict' })).indexedDB
  let factory = await open()

  return {
    apart: true,
    indexedDB: {
      open: (...given) => factory.open(...given),
      deleteDatabase: (...given) => factory.deleteDatabase(...given),
      databases: () => factory.databases(),
    },
    async renew() {
      if (!(await buckets.keys()).includes(name)) return false
      factory = await open()
      return true
    },
  }
}

/** Whether there is such a storage; none is made. */
export async function hasUserStorage(userId: string): Promise<boolean> {
  const name = userDatabaseName(userId)
  const buckets = storageBuckets()
  return buckets ? (await buckets.keys()).includes(name) : await Dexie.exists(name)
}

/** Deletes a person's storage with its files, whoever has it open, and what a build before buckets has left. */
export async function deleteUserStorage(userId: string): Promise<void> {
  const name = userDatabaseName(userId)
  const buckets = storageBuckets()
  if (buckets && (await buckets.keys()).includes(name)) {
    await askToGiveWay((await buckets.open(name)).indexedDB, name)
    await buckets.delete(name)
  }
  await emptyDatabase(name)
  await askToGiveWay(globalThis.indexedDB, name)
}

/** Asks the browser to leave every person's storage alone when room gets short. */
export async function persistUserStorage(): Promise<void> {
  const buckets = storageBuckets()
  for (const name of (await buckets?.keys()) ?? []) {
    if (name.startsWith(namePrefix)) await (await buckets?.open(name))?.persist()
  }
}

/** A tab that was put to sleep does not answer; the deletion of a bucket closes what it has open. */
const giveWayMs = 1_000

/**
 * Deletes every row of a database, for which nobody who has it open needs to give way: a tab that wakes finds nothing, and
 * no owner. False where there is none, or where that takes too long.
 */
export function emptyDatabase(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), giveWayMs)
    deleteRows(name).then(resolve, () => resolve(false))
  })
}

async function deleteRows(name: string): Promise<boolean> {
  const db = await openAsItIs(name)
  try {
    const stores = [...db.objectStoreNames]
    const transaction = db.transaction(stores, 'readwrite')
    for (const store of stores) transaction.objectStore(store).clear()
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Aborted')))
    })
    return true
  } finally {
    db.close()
  }
}

/** Not through Dexie, which deletes what it made where there was none: that could come after the next login's own. */
async function openAsItIs(name: string): Promise<IDBDatabase> {
  return await new Promise((resolve, reject) => {
    const request = globalThis.indexedDB.open(name)
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('Not opened')))
  })
}

/** Deletes a database as far as the tabs that have it open let go of it; those awake then know that it is gone. */
export function askToGiveWay(
  factory: Pick<IDBFactory, 'deleteDatabase'>,
  name: string,
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve()
    setTimeout(done, giveWayMs)
    const request = factory.deleteDatabase(name)
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, done)
  })
}

function storageBuckets(): StorageBuckets | undefined {
  const { navigator } = globalThis as { navigator?: { storageBuckets?: StorageBuckets } }
  return navigator?.storageBuckets
}
