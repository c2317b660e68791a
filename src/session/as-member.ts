import type { ProblemCode } from '#contract/problem.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import { isApiProblem, UnreachableError } from '#src/offline/api/api-error.ts'
import { changeQueue, readQueue } from '#src/offline/engine/queue.ts'
import { hashOfToken, readSession, SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction, withReopen } from '#src/offline/storage/user-transaction.ts'
import { currentSession, subscribeToSession, useSession } from './session.ts'

/** The person logged in again: what waited for that may go. Throws `StorageFullError`. */
export async function resumeQueue(db: UserDatabase): Promise<void> {
  await withQuotaRetry(() =>
    userTransaction(db, [], () => changeQueue(db, { needsAuth: false, notBefore: 0, failures: 0 })),
  )
}

/** The same where a login was cut short before it: the token of this device is another one than the server refused. */
export async function resumeAfterLogin(db: UserDatabase): Promise<void> {
  const { needsAuth, refusedToken } = await withReopen(db, () => readQueue(db))
  if (!needsAuth) return
  const session = await readSession()
  if (session?.userId !== db.userId) return
  if ((await hashOfToken(session.token)) !== refusedToken) await resumeQueue(db)
}

/**
 * Runs a call of the person logged in, with the token of this moment. Where the server no longer knows the session,
 * nothing is wiped: the queue waits and the shell asks for a new login. Where the server wants to know again who it is,
 * the person is asked and the call made once more. Rejects as the call does, and with `SessionEndedError` when the
 * person is no longer logged in here.
 */
export async function asMember<T>(
  db: UserDatabase,
  call: (token: string) => Promise<T>,
): Promise<T> {
  const session = currentSession()
  if (session?.user._id !== db.userId) throw new SessionEndedError()
  if (session.token === '') throw new UnreachableError('The app is locked')
  try {
    return await withReauthentication(() => call(session.token))
  } catch (error) {
    if (hasCode(error, 'second_factor_enrolment_required')) enrolmentDue.set(session.token)
    // A login in another tab may have come in between: the refusal then concerns the session before it.
    const same = currentSession()?.token === session.token
    if (hasCode(error, 'unauthenticated') && same) await pauseQueue(db, session.token)
    throw error
  }
}

async function withReauthentication<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!hasCode(error, 'proof_required')) throw error
    if ((await requestReauthentication()) !== 'reauthenticated') throw error
    return await call()
  }
}

function hasCode(error: unknown, code: ProblemCode): boolean {
  return isApiProblem(error) && error.problem.code === code
}

/** The server does not know the token: everything waits for a login. Throws `StorageFullError`. */
async function pauseQueue(db: UserDatabase, token: string): Promise<void> {
  const refusedToken = await hashOfToken(token)
  await withQuotaRetry(() =>
    userTransaction(db, [], () => changeQueue(db, { needsAuth: true, refusedToken })),
  )
}

/** A call that waits for its person to show again who they are. */
export interface ReauthenticationRequest {
  readonly answer: (outcome: Reauthentication) => void
}

export type Reauthentication = 'reauthenticated' | 'cancelled'

/** What the dialog of the member's pages shows; undefined while nothing waits. */
export const reauthenticationRequest = createStore<ReauthenticationRequest | undefined>(undefined)

/** The token whose person has to turn on a second factor before anything else. */
export const enrolmentDue = createStore<string | undefined>(undefined)

/** Whether the person logged in has to; also on a page that was opened before their login of now, or behind the app lock. */
export function useEnrolmentDue(): boolean {
  const due = useStore(enrolmentDue)
  const session = useSession()
  return session !== undefined && due === session.token
}

let pending: Promise<Reauthentication> | undefined

/**
 * Shows the dialog and resolves with what came of it; several calls at once each get the same answer. It ends with the
 * session of its person: nobody else is asked who they are.
 */
function requestReauthentication(): Promise<Reauthentication> {
  pending ??= new Promise<Reauthentication>((resolve) => {
    const userId = currentSession()?.user._id
    const answer = (outcome: Reauthentication) => {
      unsubscribe()
      pending = undefined
      reauthenticationRequest.set(undefined)
      resolve(outcome)
    }
    const unsubscribe = subscribeToSession(() => {
      if (currentSession()?.user._id !== userId) answer('cancelled')
    })
    reauthenticationRequest.set({ answer })
  })
  return pending
}
