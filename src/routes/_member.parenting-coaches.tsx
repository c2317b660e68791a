import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { FamilyListPage } from '#src/features/providers/pages/family-list-page.tsx'
import { useSearchInAddress } from '#src/features/providers/use-search-in-address.ts'
import { readFamilyList } from '#src/features/providers/pages/read-provider-pages.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/parenting-coaches')({
  staticData: { title: m.shell_nav_family_dynamics },
  beforeLoad: requireUserType('Parent'),
  gcTime: 0,
  shouldReload: ({ cause }) => cause === 'enter',
  loader: ({ context: { db }, location }) => readFamilyList(db, 'coaches', location.search),
  component: ParentingCoachesRoute,
})

function ParentingCoachesRoute() {
  const { db, session } = Route.useRouteContext()
  return (
    <FamilyListPage
      page="coaches"
      db={db}
      session={session}
      {...useSearchInAddress()}
      known={Route.useLoaderData()}
    />
  )
}
