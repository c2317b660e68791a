import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { preload } from '#src/data/resource.ts'
import { receivedResource } from '#src/features/connections/connections-resource.ts'
import { RequestsPage } from '#src/features/connections/pages/requests-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/connection-requests')({
  staticData: { title: m.shell_nav_connection_requests },
  beforeLoad: requireUserType('ServiceProvider'),
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, receivedResource, 'pending'),
  component: RequestsRoute,
})

function RequestsRoute() {
  return <RequestsPage db={Route.useRouteContext().db} />
}
