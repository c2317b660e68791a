import { createFileRoute } from '@tanstack/react-router'
import { NotSentPage } from '#src/features/sync/pages/not-sent-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'

export const Route = createFileRoute('/_member/not-sent')({
  staticData: { title: m.sync_title },
  gcTime: 0,
  loader: ({ context: { db } }) => unsentOps(db),
  component: NotSentRoute,
})

function NotSentRoute() {
  return <NotSentPage db={Route.useRouteContext().db} initial={Route.useLoaderData()} />
}
