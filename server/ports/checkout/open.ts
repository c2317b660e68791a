import type { Logger } from 'pino'
import type { CheckoutPort } from './port.ts'
import { sandboxCheckout } from './sandbox.ts'
import { stripeCheckout, type StripeKeys } from './stripe.ts'

/** Who takes the money, as the environment says; undefined, and said in the log, where nobody does. */
export async function openCheckout(
  env: { stripe: StripeKeys | undefined; paymentSandbox: boolean; publicUrl: string },
  log: Logger,
): Promise<CheckoutPort | undefined> {
  if (env.stripe) return stripeCheckout(env.stripe, env)
  if (env.paymentSandbox) {
    log.warn('payments are a sandbox: STRIPE_SECRET_KEY is not set, and no money moves')
    return sandboxCheckout()
  }
  log.warn('payments are off: STRIPE_SECRET_KEY is not set, and nothing can be bought')
  return undefined
}
