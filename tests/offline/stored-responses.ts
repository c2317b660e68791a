/** Stands in for Cache Storage with what it holds: names, and responses by address, oldest first. */
export function installCacheStorage(): Map<string, Map<string, Response>> {
  const stored = new Map<string, Map<string, Response>>()
  Object.assign(globalThis, { caches: storageOver(stored) })
  return stored
}

function storageOver(stored: Map<string, Map<string, Response>>) {
  return {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => {
      const entries = stored.get(name) ?? new Map<string, Response>()
      stored.set(name, entries)
      return cacheOver(entries)
    },
    match: async (url: string, { cacheName }: { cacheName: string }) =>
      stored.get(cacheName)?.get(url)?.clone(),
  }
}

function cacheOver(entries: Map<string, Response>) {
  return {
    put: async (url: string, response: Response) => void entries.set(url, response),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async (of: string | { url: string }) =>
      entries.delete(typeof of === 'string' ? of : of.url),
    matchAll: async () => [...entries.values()].map((response) => response.clone()),
  }
}
