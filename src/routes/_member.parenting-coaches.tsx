import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { FamilyListPage } from '#src/features/providers/pages/family-list-page.tsx'
import { preloadFamilyList } from '#src/features/providers/preload-pages.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/parenting-coaches')({
  staticData: { title: m.shell_nav_family_dynamics },
  beforeLoad: requireUserType('Parent'),
  gcTime: 0,
  shouldReload: ({ cause }) => cause === 'enter',
  loader: (visit) => preloadFamilyList(visit, 'coaches'),
  component: ParentingCoachesRoute,
})

function ParentingCoachesRoute() {
  const { db, session } = Route.useRouteContext()
  return <FamilyListPage page="coaches" db={db} session={session} />
}
