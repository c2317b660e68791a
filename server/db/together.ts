/** Reads the values of many keys in one query; a key without a value is left out. */
type ReadAll<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>

/**
 * Makes a reader of single keys whose calls of one turn of the event loop share one query: under load most of a
 * short query's cost is asking. Nothing is kept, so that no caller gets an older answer than a query of its own
 * would give: each query starts after the calls that it answers.
 */
export function readTogether<K, V>(readAll: ReadAll<K, V>): (key: K) => Promise<V | undefined> {
  let gathering: { keys: Set<K>; found: Promise<ReadonlyMap<K, V>> } | undefined

  function gather() {
    const keys = new Set<K>()
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      gathering = undefined
      return readAll([...keys])
    })
    return { keys, found }
  }

  return async (key) => {
    gathering ??= gather()
    gathering.keys.add(key)
    const found = await gathering.found
    return found.get(key)
  }
}
