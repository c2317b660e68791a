/** Reads the values of many keys in one query; a key without a value is left out. */
type ReadAll<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>

/**
 * Makes a reader of single keys whose calls of one turn of the event loop share one query: under load most of a
 * short query's cost is asking. Nothing is kept, so that no caller gets an older answer than a query of its own
 * would give: each query starts after the calls that it answers.
 */
export function batchReads<K, V>(readAll: ReadAll<K, V>): (key: K) => Promise<V | undefined> {
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

/** Writes many items in one statement, all or none; what came of each, in the order given. */
type WriteAll<T, R> = (items: readonly T[]) => Promise<readonly R[]>

/**
 * Makes a writer of single items whose calls of one turn of the event loop share one statement and one commit: when
 * everybody answers at once the disk is what everybody waits for. Where a statement fails, each of its items is
 * written alone, so that nobody pays for a neighbour's fault.
 */
export function groupCommit<T, R>(writeAll: WriteAll<T, R>): (item: T) => Promise<R> {
  let gathering: { items: T[]; written: Promise<readonly R[]> } | undefined

  function gather() {
    const items: T[] = []
    const written = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      gathering = undefined
      return writeAll(items)
    })
    return { items, written }
  }

  return async (item) => {
    gathering ??= gather()
    const { items, written } = gathering
    const index = items.push(item) - 1
    try {
      return resultAt(await written, index)
    } catch (error) {
      if (items.length === 1) throw error
      return resultAt(await writeAll([item]), 0)
    }
  }
}

function resultAt<R>(results: readonly R[], index: number): R {
  const result = results[index]
  if (result === undefined) throw new Error('Fewer results than items came back')
  return result
}
