import { isApiProblem } from '#src/offline/api-error.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { ownedTransaction } from '#src/offline/owned-transaction.ts'
import { SessionEndedError } from '#src/offline/session-ended.ts'
import { changeQueue } from '#src/offline/queue.ts'
import { currentSession } from './session.ts'

/** The person logged in again: what waited for that may go. */
export async function resumeQueue(db: UserDatabase): Promise<void> {
  await ownedTransaction(db, [], () =>
    changeQueue(db, { needsAuth: false, notBefore: 0, failures: 0 }),
  )
}

/**
 * Runs a call of the person logged in, with the token of this moment. Where the server no longer knows the session,
 * nothing is wiped: the queue waits and the shell asks for a new login. Rejects as the call does, and with
 * `SessionEndedError` when the person is no longer logged in here.
 */
export async function asMember<T>(
  db: UserDatabase,
  call: (token: string) => Promise<T>,
): Promise<T> {
  const session = currentSession()
  if (session?.user._id !== db.userId) throw new SessionEndedError()
  try {
    return await call(session.token)
  } catch (error) {
    // A login in another tab may have come in between: the refusal then concerns the session before it.
    const same = currentSession()?.token === session.token
    const lost = isApiProblem(error) && error.problem.code === 'unauthenticated'
    if (lost && same) await pauseQueue(db)
    throw error
  }
}

async function pauseQueue(db: UserDatabase): Promise<void> {
  await ownedTransaction(db, [], () => changeQueue(db, { needsAuth: true }))
}
