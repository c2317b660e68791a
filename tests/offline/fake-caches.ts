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

/** Lets Cache Storage refuse what these do, as it does in private windows of some browsers and where its files are damaged. */
export function refuseCaches(...calls: string[]): void {
  const refuse = () => Promise.reject(new DOMException('Not here', 'SecurityError'))
  Object.assign(globalThis.caches, Object.fromEntries(calls.map((call) => [call, refuse])))
}

export function removeCaches(): void {
  Reflect.deleteProperty(globalThis, 'caches')
}
