import { createFileRoute } from '@tanstack/react-router'
import { preload } from '#src/data/resource.ts'
import { receivedResource, sentResource } from '#src/features/connections/connections-resource.ts'
import { DashPage } from '#src/features/connections/pages/dash-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/conn-dash')({
  staticData: { title: m.connections_dash_title },
  gcTime: 0,
  loader: ({ context: { db, session } }) =>
    session.user.userT === 'ServiceProvider'
      ? preload(db, receivedResource, 'history')
      : preload(db, sentResource),
  component: DashRoute,
})

function DashRoute() {
  const { db, session } = Route.useRouteContext()
  return <DashPage db={db} session={session} />
}
