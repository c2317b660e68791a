import { createFileRoute } from '@tanstack/react-router'
import { CancelPage } from '#src/features/payments/pages/return-pages.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/payment/cancel')({
  staticData: { title: m.payments_cancel_title },
  component: CancelRoute,
})

function CancelRoute() {
  return <CancelPage />
}
