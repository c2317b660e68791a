import { createStore } from '#src/lib/store.ts'

/** A press that waits for its person to prove that it is them. */
export interface ProofAsk {
  readonly answer: (outcome: ProofOutcome) => void
}
export type ProofOutcome = 'proved' | 'cancelled'

/** What the dialog of the member's pages shows; undefined while nothing waits. */
export const proofAsk = createStore<ProofAsk | undefined>(undefined)

/** The token whose person has to turn on a second factor before anything else. */
export const enrolmentDue = createStore<string | undefined>(undefined)

let asking: Promise<ProofOutcome> | undefined

/** Shows the dialog and resolves with what came of it; of several presses at once each gets the same answer. */
export function askForProof(): Promise<ProofOutcome> {
  asking ??= new Promise<ProofOutcome>((resolve) => {
    proofAsk.set({
      answer: (outcome) => {
        asking = undefined
        proofAsk.set(undefined)
        resolve(outcome)
      },
    })
  })
  return asking
}
