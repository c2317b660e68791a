/** Stands in for Cache Storage, of which the offline core knows names alone; gives the names that are left. */
export function installCaches(...names: string[]): Set<string> {
  const left = new Set(names)
  const caches = {
    keys: async () => [...left],
    delete: async (name: string) => left.delete(name),
  }
  Object.assign(globalThis, { caches })
  return left
}

export function removeCaches(): void {
  Reflect.deleteProperty(globalThis, 'caches')
}
