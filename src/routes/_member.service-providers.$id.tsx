import { createFileRoute } from '@tanstack/react-router'
import { ProviderPage } from '#src/features/providers/pages/provider-page.tsx'
import { preloadProvider } from '#src/features/providers/preload-pages.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/service-providers/$id')({
  staticData: { title: m.shell_nav_providers },
  gcTime: 0,
  loader: ({ context: { db }, params: { id } }) => preloadProvider(db, id),
  component: ProviderRoute,
})

function ProviderRoute() {
  const { db, session } = Route.useRouteContext()
  const { id } = Route.useParams()
  return <ProviderPage key={id} db={db} session={session} id={id} />
}
