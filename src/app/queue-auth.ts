import { isApiProblem } from '#src/offline/api-error.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { ownedTransaction } from '#src/offline/owned-transaction.ts'
import { changeQueue } from '#src/offline/queue.ts'

/** The person logged in again: what waited for that may go. */
export async function resumeQueue(db: UserDatabase): Promise<void> {
  await ownedTransaction(db, [], () =>
    changeQueue(db, { needsAuth: false, notBefore: 0, failures: 0 }),
  )
}

/**
 * Runs a call of the person logged in. Where the server no longer knows the session, nothing is wiped: the queue
 * waits and the shell asks for a new login. Rejects as the call does.
 */
export async function asMember<T>(db: UserDatabase, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isApiProblem(error) && error.problem.code === 'unauthenticated') await pauseQueue(db)
    throw error
  }
}

async function pauseQueue(db: UserDatabase): Promise<void> {
  await ownedTransaction(db, [], () => changeQueue(db, { needsAuth: true }))
}
