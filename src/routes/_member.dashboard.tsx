import { createFileRoute } from '@tanstack/react-router'
import { preloadToday } from '#src/features/dashboard/later.tsx'
import { DashboardScreen } from '#src/features/dashboard/pages/dashboard-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/dashboard')({
  staticData: { title: m.shell_dashboard_title },
  // What this device knows changes behind the router's back: it is read anew each time, before the first paint.
  gcTime: 0,
  loader: ({ context: { db, session } }) => preloadToday(db, session.user),
  component: DashboardRoute,
})

function DashboardRoute() {
  const { db, session } = Route.useRouteContext()
  return <DashboardScreen db={db} session={session} />
}
