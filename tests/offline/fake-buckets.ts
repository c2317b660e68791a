import { IDBFactory } from 'fake-indexeddb'
import type { StorageBuckets } from '#src/offline/storage/user-storage.ts'

/** Stands in for the Storage Buckets API. */
export interface FakeBuckets {
  readonly names: () => string[]
  /** What is in the storage of a bucket at this moment. */
  readonly databasesOf: (name: string) => Promise<string[]>
  /** The browser loses its side of every bucket; what is stored stays. */
  lose(): void
}

interface Bucket {
  readonly stored: IDBFactory
  alive: { current: boolean }
}

/** A factory of a bucket that was deleted, or whose other side died, answers no more: as Chromium's. */
export function installBuckets(): FakeBuckets {
  const buckets = new Map<string, Bucket>()
  const storageBuckets: StorageBuckets = {
    keys: async () => [...buckets.keys()],
    async open(name) {
      const bucket = buckets.get(name) ?? { stored: new IDBFactory(), alive: { current: true } }
      buckets.set(name, bucket)
      return { indexedDB: factoryOf(bucket), persist: async () => true }
    },
    async delete(name) {
      const bucket = buckets.get(name)
      if (bucket) bucket.alive.current = false
      buckets.delete(name)
    },
  }
  Object.defineProperty(navigator, 'storageBuckets', { value: storageBuckets, configurable: true })
  return {
    names: () => [...buckets.keys()],
    async databasesOf(name) {
      const known = (await buckets.get(name)?.stored.databases()) ?? []
      return known.flatMap((one) => one.name ?? [])
    },
    lose() {
      for (const bucket of buckets.values()) {
        bucket.alive.current = false
        bucket.alive = { current: true }
      }
    },
  }
}

export function removeBuckets(): void {
  Reflect.deleteProperty(navigator, 'storageBuckets')
}

function factoryOf({ stored, alive }: Bucket): IDBFactory {
  return new Proxy(stored, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        if (!alive.current) throw new DOMException('Internal error.', 'UnknownError')
        return Reflect.apply(member, target, given)
      }
    },
  })
}
