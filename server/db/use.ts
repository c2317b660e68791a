import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** What a request asked of the database. */
export interface DatabaseUse {
  /** How long its statements took together, with what they waited for a connection. */
  ms: number
  statements: number
}

const current = new AsyncLocalStorage<DatabaseUse>()

/** Does work of one request; what it asks of a measured pool is added to `use`. */
export function withDatabaseUse<T>(use: DatabaseUse, work: () => Promise<T>): Promise<T> {
  return current.run(use, work)
}

type Loose = (...given: unknown[]) => unknown

/**
 * Adds what is asked of a pool to the request that asks. A statement that answers several requests at once counts for the
 * one that asked first. What nobody's request asks costs nothing.
 */
export function measureUse(pool: pg.Pool): void {
  /** Whose connection it is at the moment: statements of others may be on the way through it, by way of the pool. */
  const holders = new WeakMap<object, DatabaseUse>()
  const [ask, connect] = [pool.query.bind(pool) as Loose, pool.connect.bind(pool) as Loose]

  const askMeasured: Loose = (...given) => timed(current.getStore(), ask, given)
  const connectMeasured: Loose = (...given) => {
    const use = current.getStore()
    // The pool connects with a callback for its own queries, which are measured already.
    if (!use || given.length > 0) return connect(...given)
    const startedMs = performance.now()
    return (connect() as Promise<pg.PoolClient>).then((client) => {
      use.ms += performance.now() - startedMs
      measureClient(client)
      holders.set(client, use)
      return client
    })
  }
  const measured = new WeakSet<object>()
  function measureClient(client: pg.PoolClient): void {
    if (measured.has(client)) return
    measured.add(client)
    const own = client.query.bind(client) as Loose
    const ownMeasured: Loose = (...given) => timed(holders.get(client), own, given)
    Object.assign(client, { query: ownMeasured })
  }
  Object.assign(pool, { query: askMeasured, connect: connectMeasured })
  pool.on('release', (_error, client) => void holders.delete(client))
}

/** Asks, and adds the time until the answer; an answer comes as a promise or to a callback. */
function timed(use: DatabaseUse | undefined, ask: Loose, given: unknown[]): unknown {
  if (!use) return ask(...given)
  const startedMs = performance.now()
  const note = () => {
    use.ms += performance.now() - startedMs
  }
  use.statements += 1
  const last = given.at(-1)
  if (typeof last === 'function') {
    const answered: Loose = (...answer) => {
      note()
      return (last as Loose)(...answer)
    }
    return ask(...given.slice(0, -1), answered)
  }
  const answer = ask(...given)
  if (answer instanceof Promise) answer.then(note, note)
  return answer
}
