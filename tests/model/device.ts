import type { UserDatabase as Database } from '#src/offline/storage/database.ts'
import { UserDatabase } from '#src/offline/storage/database.ts'

/** What may strike at a numbered moment of a process: nothing, its death, its death inside the open transaction, or another tab's act. */
export type Strike = 'none' | 'kill' | 'kill inside' | (() => Promise<void>)

class Killed extends Error {}

/**
 * A tab or worker with its own handle on the device's database. Every transaction is two numbered moments, before
 * and after it, and every request is two more; a killed process stops at such a moment and never goes on.
 */
export class Process {
  readonly db: Database
  #moment = 0
  readonly #strikes: readonly Strike[]
  #dead = false
  #die!: () => void
  readonly died: Promise<'killed'>

  constructor(userId: string, strikes: readonly Strike[]) {
    this.#strikes = strikes
    this.died = new Promise((resolve) => (this.#die = () => resolve('killed')))
    this.db = new UserDatabase(userId)
    this.#watchTransactions()
  }

  get moments(): number {
    return this.#moment
  }

  /** Resolves when the process lives past its next moment; never, when it was killed there. */
  async pass(): Promise<Strike> {
    const strike = this.#strikes[this.#moment] ?? 'none'
    this.#moment += 1
    if (strike === 'kill') return await this.#stop()
    if (typeof strike === 'function') await strike()
    return strike
  }

  /** Hands an outcome on only while the process lives: the dead do not notice that their request timed out. */
  async whileAlive<T>(outcome: Promise<T>): Promise<T> {
    const [settled] = await Promise.allSettled([outcome])
    if (this.#dead) return await new Promise(() => undefined)
    if (settled.status === 'rejected') throw settled.reason
    return settled.value
  }

  close(): void {
    this.db.close({ disableAutoOpen: true })
  }

  async #stop(): Promise<never> {
    this.#dead = true
    this.close()
    this.#die()
    return await new Promise(() => undefined)
  }

  #watchTransactions(): void {
    const real = this.db.transaction.bind(this.db) as (...args: unknown[]) => Promise<unknown>
    const watched = async (mode: unknown, tables: unknown, work: () => Promise<unknown>) => {
      const strike = await this.pass()
      if (strike === 'kill inside')
        return await this.#dieInside(() => real(mode, tables, doomed(work)))
      const result = await real(mode, tables, work)
      await this.pass()
      return result
    }
    Object.assign(this.db, { transaction: watched })
  }

  async #dieInside(run: () => Promise<unknown>): Promise<never> {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
    return await this.#stop()
  }
}

/** The unit does all its writes and then dies before the commit. */
function doomed(work: () => Promise<unknown>) {
  return async () => {
    await work()
    throw new Killed('killed inside a transaction')
  }
}
