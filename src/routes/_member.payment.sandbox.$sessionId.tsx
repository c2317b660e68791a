import { createFileRoute } from '@tanstack/react-router'
import { SandboxPage } from '#src/features/payments/pages/sandbox-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/payment/sandbox/$sessionId')({
  staticData: { title: m.payments_sandbox_title },
  component: SandboxRoute,
})

function SandboxRoute() {
  const { sessionId } = Route.useParams()
  return <SandboxPage key={sessionId} db={Route.useRouteContext().db} sessionId={sessionId} />
}
