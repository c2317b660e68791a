import { paymentsApi } from '#contract/payments/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { callApi } from '#src/offline/api/api.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import { isCheckoutAddress } from './checkout-address.ts'

/** What is bought from whom; the price is the server's. */
export interface Purchase {
  readonly serviceProviderId: string
  readonly pricingPlanId: string
}

/** The server gave no address that a browser may go to. */
class CheckoutAddressError extends Error {
  override readonly name = 'CheckoutAddressError'
}

/** Begins to buy and gives the address where it is paid. Rejects as the call does. */
export async function beginCheckout(token: string, purchase: Purchase): Promise<string> {
  const call = paymentsApi.createCheckoutSession
  const { checkoutUrl } = await callApi(call, { body: { ...purchase } }, { token })
  if (!isCheckoutAddress(checkoutUrl)) throw new CheckoutAddressError('No address to pay at')
  return checkoutUrl
}

/** Spec 8: why a checkout did not begin; the server's own words go first. */
export function checkoutFailure(error: unknown): string {
  if (error instanceof CheckoutAddressError) return m.payments_checkout_unusable()
  return serverWords(error) ?? m.payments_checkout_failed()
}
