import { createFileRoute } from '@tanstack/react-router'
import { preload } from '#src/data/resource.ts'
import { NotSentPage } from '#src/features/sync/pages/not-sent-page.tsx'
import { unsentResource } from '#src/features/sync/unsent.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/not-sent')({
  staticData: { title: m.sync_title },
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, unsentResource),
  component: NotSentRoute,
})

function NotSentRoute() {
  return <NotSentPage db={Route.useRouteContext().db} />
}
