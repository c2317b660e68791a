import type { Actor } from '#server/http/session/actor.ts'
import type { Verdict } from '#server/http/session/authorize.ts'

/** A purchase is the payer's alone; to everybody else it is not there. */
export function isPayer(actor: Actor, payment: { readonly userId: string | null }): Verdict {
  return payment.userId === actor.userId ? 'allow' : 'not_found'
}

/** Money goes back on a superAdmin's word. */
export function mayRefund(actor: Actor, _payment: { readonly userId: string | null }): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}
