import type { CheckoutPort } from '#server/ports/checkout/port.ts'
import type { Receive } from './receive.ts'
import type { PaymentsRepo } from './repo.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const reconcileEveryMs = hourMs
/** Each look goes back so far, so that a message that was lost by us or by them is found. */
const readBackMs = 3 * dayMs
/** Gateways remember for thirty days. */
const readBackMsMax = 29 * dayMs
/** A checkout of which nobody said anything so long after its end was not paid. */
const silenceMs = 2 * dayMs

/** Asks the gateway what was said, and takes in what we missed; then ends checkouts that nobody spoke of. */
export function createReconcile(deps: {
  checkout: CheckoutPort | undefined
  receive: Receive
  repo: PaymentsRepo
  now: () => number
}): () => Promise<void> {
  const { checkout, receive, repo, now } = deps
  return async () => {
    if (checkout) {
      const pendingSince = await repo.oldestPending(checkout.gateway)
      const wishedMs = Math.min(now() - readBackMs, pendingSince?.getTime() ?? Infinity)
      const since = new Date(Math.max(wishedMs, now() - readBackMsMax))
      for await (const event of checkout.eventsSince(since)) await receive(checkout.gateway, event)
    }
    await repo.expireBefore(new Date(now() - silenceMs))
  }
}
