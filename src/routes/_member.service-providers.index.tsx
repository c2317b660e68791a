import { createFileRoute } from '@tanstack/react-router'
import { preload } from '#src/data/resource.ts'
import { countsResource } from '#src/features/providers/directory/directory-resource.ts'
import { HubPage } from '#src/features/providers/pages/hub-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/service-providers/')({
  staticData: { title: m.shell_nav_providers },
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, countsResource),
  component: HubRoute,
})

function HubRoute() {
  const { db, session } = Route.useRouteContext()
  return <HubPage db={db} session={session} />
}
