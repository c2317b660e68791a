import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { FamilyListPage } from '#src/features/providers/pages/family-list-page.tsx'
import { preloadFamilyList } from '#src/features/providers/preload-pages.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/family-constellation')({
  staticData: { title: m.shell_nav_family_dynamics },
  beforeLoad: requireUserType('Parent'),
  gcTime: 0,
  shouldReload: ({ cause }) => cause === 'enter',
  loader: (visit) => preloadFamilyList(visit, 'therapists'),
  component: FamilyConstellationRoute,
})

function FamilyConstellationRoute() {
  const { db, session } = Route.useRouteContext()
  return <FamilyListPage page="therapists" db={db} session={session} />
}
