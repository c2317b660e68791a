import { createFileRoute } from '@tanstack/react-router'
import { preload } from '#src/data/resource.ts'
import { circleResource } from '#src/features/connections/connections-resource.ts'
import { CirclePage } from '#src/features/connections/pages/circle-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/circle-of-care')({
  staticData: { title: m.shell_circle_title },
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, circleResource),
  component: CircleRoute,
})

function CircleRoute() {
  const { db, session } = Route.useRouteContext()
  return <CirclePage db={db} session={session} />
}
