import { paymentsApi } from '#contract/payments/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { callApi } from '#src/offline/api/api.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

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
export async function beginCheckout(db: UserDatabase, purchase: Purchase): Promise<string> {
  const call = paymentsApi.createCheckoutSession
  const { checkoutUrl } = await asMember(db, (token) =>
    callApi(call, { body: { ...purchase } }, { token }),
  )
  if (!isCheckoutAddress(checkoutUrl)) throw new CheckoutAddressError('No address to pay at')
  return checkoutUrl
}

/**
 * True for an address that a checkout may be at: a page of our own or of whoever takes the money. Nothing that the
 * browser would run.
 */
export function isCheckoutAddress(address: string): boolean {
  if (/^\/(?![/\\])/.test(address)) return true
  return URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol)
}

/** Spec 8: why a checkout did not begin; the server's own words go first. */
export function checkoutFailure(error: unknown): string {
  if (error instanceof CheckoutAddressError) return m.payments_checkout_unusable()
  return serverWords(error) ?? m.payments_checkout_failed()
}
