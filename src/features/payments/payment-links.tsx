import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { ErrorState } from '#src/ui/state/state-message.tsx'

/** The way to all of one's payments. */
export function ToPayments() {
  return (
    <Link className={buttonClass({ look: 'secondary' })} to="/payment">
      {m.payments_mine()}
    </Link>
  )
}

export function ToProviders({ main = false }: { main?: boolean }) {
  return (
    <Link className={buttonClass({ look: main ? 'primary' : 'secondary' })} to="/service-providers">
      {m.payments_to_providers()}
    </Link>
  )
}

/** Spec 5: an address without a purchase of one's own. */
export function InvalidPayment() {
  return (
    <ErrorState
      title={m.payments_invalid()}
      text={m.payments_invalid_text()}
      action={<ToPayments />}
    />
  )
}
