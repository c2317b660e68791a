import { createFileRoute } from '@tanstack/react-router'
import { preload } from '#src/data/resource.ts'
import { inboxResource } from '#src/features/notices/notices-resource.ts'
import { NoticesPage } from '#src/features/notices/pages/notices-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/notifications')({
  staticData: { title: m.notices_title },
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, inboxResource),
  component: NotificationsRoute,
})

function NotificationsRoute() {
  return <NoticesPage db={Route.useRouteContext().db} />
}
