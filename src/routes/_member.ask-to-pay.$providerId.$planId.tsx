import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { AskPage } from '#src/features/payment-requests/pages/ask-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/ask-to-pay/$providerId/$planId')({
  staticData: { title: m.payments_title },
  beforeLoad: requireUserType('Adolescent', 'Parent'),
  component: AskRoute,
})

function AskRoute() {
  const { providerId, planId } = Route.useParams()
  return <AskPage db={Route.useRouteContext().db} providerId={providerId} planId={planId} />
}
