import { createFileRoute } from '@tanstack/react-router'
import { DashPage } from '#src/features/connections/pages/dash-page.tsx'
import { readDash } from '#src/features/connections/read-requests.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/conn-dash')({
  staticData: { title: m.connections_dash_title },
  gcTime: 0,
  loader: ({ context: { db } }) => readDash(db),
  component: DashRoute,
})

function DashRoute() {
  const { db, session } = Route.useRouteContext()
  return <DashPage db={db} session={session} known={Route.useLoaderData()} />
}
