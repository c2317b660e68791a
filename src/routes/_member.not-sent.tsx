import { createFileRoute } from '@tanstack/react-router'
import { NotSentPage } from '#src/app/not-sent-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/not-sent')({
  staticData: { title: m.sync_title },
  gcTime: 0,
  loader: async ({ context: { db } }) => {
    const { unsentOps } = await import('#src/offline/outbox.ts')
    return await unsentOps(db)
  },
  component: NotSentRoute,
})

function NotSentRoute() {
  return <NotSentPage db={Route.useRouteContext().db} initial={Route.useLoaderData()} />
}
