import { createFileRoute } from '@tanstack/react-router'
import { PayPage } from '#src/features/payment-requests/pages/pay-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

/** For whoever has the link, signed in or not. */
export const Route = createFileRoute('/pay/$token')({
  staticData: { title: m.payments_success_title },
  component: PayRoute,
})

function PayRoute() {
  const { token } = Route.useParams()
  return <PayPage key={token} token={token} />
}
