import { createFileRoute } from '@tanstack/react-router'
import { OwnLinks } from '#src/features/payment-requests/own-links.tsx'
import { PaymentsPage } from '#src/features/payments/pages/payments-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/payment/')({
  staticData: { title: m.payments_title },
  component: PaymentsRoute,
})

function PaymentsRoute() {
  const { db } = Route.useRouteContext()
  return <PaymentsPage db={db} links={<OwnLinks db={db} />} />
}
