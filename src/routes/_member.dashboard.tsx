import { createFileRoute } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/dashboard')({
  staticData: { title: m.shell_dashboard_title },
  component: DashboardRoute,
})

function DashboardRoute() {
  return <h1>{m.shell_dashboard_title()}</h1>
}
