import { createStore } from '#src/lib/store.ts'

/** A call that waits for its person to show again who they are. */
export interface ReauthenticationRequest {
  readonly answer: (outcome: Reauthentication) => void
}
export type Reauthentication = 'reauthenticated' | 'cancelled'

/** What the dialog of the member's pages shows; undefined while nothing waits. */
export const reauthenticationRequest = createStore<ReauthenticationRequest | undefined>(undefined)

/** The token whose person has to turn on a second factor before anything else. */
export const enrolmentDue = createStore<string | undefined>(undefined)

let pending: Promise<Reauthentication> | undefined

/** Shows the dialog and resolves with what came of it; several calls at once each get the same answer. */
export function requestReauthentication(): Promise<Reauthentication> {
  pending ??= new Promise<Reauthentication>((resolve) => {
    reauthenticationRequest.set({
      answer: (outcome) => {
        pending = undefined
        reauthenticationRequest.set(undefined)
        resolve(outcome)
      },
    })
  })
  return pending
}
