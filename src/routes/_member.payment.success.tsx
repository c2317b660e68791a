import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SuccessPage } from '#src/features/payments/pages/return-pages.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

/** What is no name of a checkout is as good as none. */
const sessionIdSchema = v.fallback(
  v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))),
  undefined,
)

export const Route = createFileRoute('/_member/payment/success')({
  staticData: { title: m.payments_success_title },
  validateSearch: v.object({ session_id: sessionIdSchema }),
  component: SuccessRoute,
})

function SuccessRoute() {
  const { session_id: sessionId } = Route.useSearch()
  return <SuccessPage db={Route.useRouteContext().db} sessionId={sessionId} />
}
