import type { Slot } from '#contract/booking/model.ts'
import {
  paymentRequestsApi as calls,
  type Payable,
  type PaymentRequest,
} from '#contract/payment-requests/api.ts'
import { defineRemote } from '#src/data/resource.ts'
import { currentLanguage } from '#src/i18n/chosen.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** One's own links, newest first; asked for each time, since somebody else changes them. */
export const requestsRemote = defineRemote<readonly PaymentRequest[]>({
  fetch: async (token) => (await callApi(calls.listPaymentRequests, {}, { token })).requests,
})

/** What the person lets a payer know, and the time they chose. */
export interface Asking {
  readonly planId: string
  readonly showsProvider: boolean
  readonly showsSpecialty: boolean
  readonly slot: Slot | undefined
}

/** Makes a link and gives its address, which nobody says again. Rejects as the call does. */
export async function askToPay(db: UserDatabase, { slot, ...asked }: Asking): Promise<string> {
  const time = slot && { slot: { startTime: slot.start, endTime: slot.end } }
  const { token } = await asMember(db, (session) =>
    callApi(calls.askToPay, { body: { ...asked, ...time } }, { token: session }),
  )
  return `${window.location.origin}/pay/${token}`
}

/** Rejects as the call does. */
export async function withdraw(db: UserDatabase, id: string): Promise<void> {
  await asMember(db, (token) =>
    callApi(calls.withdrawPaymentRequest, { params: { id } }, { token }),
  )
}

/** Nothing of whoever is signed in here is sent along: the page is the same for everybody. */
export async function readPayable(token: string): Promise<Payable | 'gone' | 'changed'> {
  try {
    return await callApi(calls.viewPayable, { body: { token } })
  } catch (error) {
    const state = isApiProblem(error) ? endedStates.get(error.problem.code) : undefined
    if (state === undefined) throw error
    return state
  }
}

/** `invalid_input`: the address is that of no link. */
const endedStates: ReadonlyMap<string, 'gone' | 'changed'> = new Map([
  ['not_found', 'gone'],
  ['invalid_input', 'gone'],
  ['plan_retired', 'changed'],
] as const)

/** Begins to pay and gives the address where it is done. Rejects as the call does. */
export async function payAsGuest(token: string, email: string): Promise<string> {
  const body = { token, email, adult: true as const, language: currentLanguage() }
  return (await callApi(calls.payAsGuest, { body })).checkoutUrl
}

/** Ends a checkout of the sandbox. Rejects as the call does. */
export async function endGuestSandbox(
  sessionId: string,
  outcome: 'paid' | 'cancelled',
): Promise<{ paid: boolean }> {
  return await callApi(calls.endGuestSandbox, { body: { sessionId, outcome } })
}
