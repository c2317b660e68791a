import type { Payer } from '#server/db/schema/payments.ts'
import type { Actor } from '#server/http/session/actor.ts'
import type { Verdict } from '#server/http/session/authorize.ts'

/** A checkout is the payer's alone; to everybody else it is not there, the person it is paid for included. */
export function isPayer(
  actor: Actor,
  { payer, userId }: { readonly payer: Payer; readonly userId: string | null },
): Verdict {
  return payer === 'self' && userId === actor.userId ? 'allow' : 'not_found'
}

/** Money goes back on a superAdmin's word. */
export function mayRefund(actor: Actor, _payment: { readonly userId: string | null }): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}
