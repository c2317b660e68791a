import '#tests/model/browser-globals.ts'
import Dexie from 'dexie'
import { vi } from 'vitest'
import type { UserDatabase } from '#src/offline/storage/database.ts'

type Transaction = (
  mode: unknown,
  tables: unknown,
  work: () => Promise<unknown>,
) => Promise<unknown>

/** Lets every unit that touches the database do its work and then end as `ending` says, before it commits. */
export function endTransactions(db: UserDatabase, ending: () => Error | undefined): void {
  const real = db.transaction.bind(db) as Transaction
  const doomed: Transaction = (mode, tables, work) =>
    real(mode, tables, async () => {
      const result = await work()
      const error = ending()
      if (error) throw error
      return result
    })
  Object.assign(db, { transaction: doomed })
}

/** The disk is full for the next `times` commits, in the shape that Dexie gives the browser's error. */
export function fillDisk(db: UserDatabase, times = Infinity): void {
  let left = times
  endTransactions(db, () => (left-- > 0 ? quotaError() : undefined))
}

const { value } = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {}
const put = value as IDBObjectStore['put']

/**
 * The store of the session has no room for the next `times` writes: nothing of them is committed. Only the fake's own abort
 * ends a transaction with a given error, and no type names it.
 */
export function fillSessionStore(times = Infinity): void {
  let left = times
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given: Parameters<typeof put>
  ) {
    if (this.name === 'session' && left-- > 0) {
      const transaction = this.transaction as unknown as { _abort: (name: string) => void }
      queueMicrotask(() => transaction._abort('QuotaExceededError'))
    }
    return put.apply(this, given)
  })
}

export function quotaError(): Error {
  return new Dexie.AbortError('Commit failed', new DOMException('Full', 'QuotaExceededError'))
}
