import { useEffect, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { checkoutFailure } from './checkout.ts'

export interface BuyButtonProps {
  /** Which plan, for those who do not see where the button is. */
  planTitle: string
  /** Gives the address where it is paid. */
  begin: () => Promise<string>
}

/** Spec 4: Buy Now is busy until the browser is at the checkout; on failure an alert is shown and it can be pressed again. */
export function BuyButton({ planTitle, begin }: BuyButtonProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  // An effect because a page that the browser's own Back brings back still has the button as it was left.
  useEffect(() => {
    const rest = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    window.addEventListener('pageshow', rest)
    return () => window.removeEventListener('pageshow', rest)
  }, [])

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
