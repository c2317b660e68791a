import { createFileRoute } from '@tanstack/react-router'
import { SpecialtyPage } from '#src/features/providers/pages/specialty-page.tsx'
import { useSearchInAddress } from '#src/features/providers/use-search-in-address.ts'
import { readSpecialty } from '#src/features/providers/pages/read-provider-pages.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/service-providers/specialty/$specialty')({
  staticData: { title: m.shell_nav_providers },
  gcTime: 0,
  // The address follows what is searched; the list itself is read when the page is entered.
  shouldReload: ({ cause }) => cause === 'enter',
  loader: ({ context: { db }, params: { specialty }, location }) =>
    readSpecialty(db, specialty, location.search),
  component: SpecialtyRoute,
})

function SpecialtyRoute() {
  const { db, session } = Route.useRouteContext()
  const { specialty } = Route.useParams()
  const { search, onSearch } = useSearchInAddress()
  return (
    <SpecialtyPage
      key={specialty}
      db={db}
      session={session}
      specialty={specialty}
      search={search}
      onSearch={onSearch}
      known={Route.useLoaderData()}
    />
  )
}
