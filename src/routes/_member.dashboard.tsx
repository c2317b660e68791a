import { createFileRoute } from '@tanstack/react-router'
import { profileResource } from '#src/data/profile-resource.ts'
import { preload } from '#src/data/resource.ts'
import { circleResource } from '#src/features/connections/connections-resource.ts'
import { DashboardScreen } from '#src/features/dashboard/pages/dashboard-screen.tsx'
import { noticesResource } from '#src/features/notices/notices-resource.ts'
import { unsentResource } from '#src/features/sync/unsent.ts'
import { dotDays } from '#src/features/trackers/day-dots.tsx'
import { entriesResource } from '#src/features/trackers/entries-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/dashboard')({
  staticData: { title: m.shell_dashboard_title },
  // What this device knows changes behind the router's back: it is read anew each time, before the first paint.
  gcTime: 0,
  loader: async ({ context: { db } }) => {
    await Promise.all([
      preload(db, profileResource),
      preload(db, entriesResource, dotDays),
      preload(db, circleResource),
      preload(db, noticesResource),
      preload(db, unsentResource),
    ])
  },
  component: DashboardRoute,
})

function DashboardRoute() {
  const { db, session } = Route.useRouteContext()
  return <DashboardScreen db={db} session={session} />
}
