import { createFileRoute } from '@tanstack/react-router'
import { SpecialtyPage } from '#src/features/providers/pages/specialty-page.tsx'
import { preloadSpecialty } from '#src/features/providers/preload-pages.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/service-providers/specialty/$specialty')({
  staticData: { title: m.shell_nav_providers },
  gcTime: 0,
  // The address follows what is searched; the list itself is read when the page is entered.
  shouldReload: ({ cause }) => cause === 'enter',
  loader: (visit) => preloadSpecialty(visit, visit.params.specialty),
  component: SpecialtyRoute,
})

function SpecialtyRoute() {
  const { db, session } = Route.useRouteContext()
  const { specialty } = Route.useParams()
  return <SpecialtyPage key={specialty} db={db} session={session} specialty={specialty} />
}
