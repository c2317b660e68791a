import { createFileRoute } from '@tanstack/react-router'
import { requireSuperAdmin } from '#src/app/guards.ts'
import { ReportsPage } from '#src/features/safety/pages/reports-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/admin/reports')({
  staticData: { title: m.reports_admin_title },
  beforeLoad: requireSuperAdmin,
  component: ReportsRoute,
})

function ReportsRoute() {
  return <ReportsPage db={Route.useRouteContext().db} />
}
