import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { preloadTrackers, TrackersPage } from '#src/features/trackers/pages/trackers-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/trackers')({
  staticData: { title: m.trackers_title },
  beforeLoad: requireUserType('Adolescent'),
  gcTime: 0,
  loader: ({ context: { db } }) => preloadTrackers(db),
  component: TrackersRoute,
})

function TrackersRoute() {
  return <TrackersPage db={Route.useRouteContext().db} />
}
