import { useEffect, useState } from 'react'
import { paymentsApi } from '#contract/payments/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { callApi } from '#src/offline/api/api.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

export interface BuyButtonProps {
  /** Which plan, for those who do not see where the button is. */
  planTitle: string
  /** Gives the address where it is paid. */
  begin: () => Promise<string>
}

/** Spec 4: Buy Now is busy until the browser is at the checkout; on failure an alert is shown and it can be pressed again. */
export function BuyButton({ planTitle, begin }: BuyButtonProps) {
  const [busy, setBusy] = useLeavingBusy()
  const [failure, setFailure] = useState<string>()

  async function buy() {
    setBusy(true)
    setFailure(undefined)
    try {
      window.location.assign(await begin())
    } catch (error) {
      setFailure(navigator.onLine ? checkoutFailure(error) : m.payments_checkout_offline())
      setBusy(false)
    }
  }

  return (
    <>
      <Button look="secondary" wide busy={busy} onClick={() => void buy()}>
        {m.payments_buy()} <VisuallyHidden>{planTitle}</VisuallyHidden>
      </Button>
      <AlertPopup text={failure} onClose={() => setFailure(undefined)} />
    </>
  )
}

/** Whether a button is busy that leads off the page: it rests again when the browser brings the page back. */
export function useLeavingBusy(): [busy: boolean, setBusy: (busy: boolean) => void] {
  const [busy, setBusy] = useState(false)
  // An effect because a page that the browser's own Back brings back still has the button as it was left.
  useEffect(() => {
    const rest = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    window.addEventListener('pageshow', rest)
    return () => window.removeEventListener('pageshow', rest)
  }, [])
  return [busy, setBusy]
}

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

/** Spec 8: why a checkout did not begin; the server's own message goes first. */
function checkoutFailure(error: unknown): string {
  if (error instanceof CheckoutAddressError) return m.payments_checkout_unusable()
  return serverWords(error) ?? m.payments_checkout_failed()
}
