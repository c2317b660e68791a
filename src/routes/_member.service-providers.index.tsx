import { createFileRoute } from '@tanstack/react-router'
import { HubPage } from '#src/features/providers/pages/hub-page.tsx'
import { readHub } from '#src/features/providers/pages/read-provider-pages.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/service-providers/')({
  staticData: { title: m.shell_nav_providers },
  gcTime: 0,
  loader: ({ context: { db } }) => readHub(db),
  component: HubRoute,
})

function HubRoute() {
  return <HubPage db={Route.useRouteContext().db} known={Route.useLoaderData()} />
}
