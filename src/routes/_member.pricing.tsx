import { createFileRoute } from '@tanstack/react-router'
import { requireSuperAdmin } from '#src/app/guards.ts'
import { PricingPage } from '#src/features/pricing/pages/pricing-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/pricing')({
  staticData: { title: m.shell_nav_pricing },
  beforeLoad: requireSuperAdmin,
  component: PricingRoute,
})

function PricingRoute() {
  return <PricingPage db={Route.useRouteContext().db} />
}
