import { createFileRoute } from '@tanstack/react-router'
import { SessionsPage } from '#src/features/booking/pages/sessions-page.tsx'
import { preload } from '#src/data/resource.ts'
import { bookingsResource } from '#src/features/booking/bookings-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/sessions')({
  staticData: { title: m.booking_sessions },
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, bookingsResource),
  component: SessionsRoute,
})

function SessionsRoute() {
  const { db, session } = Route.useRouteContext()
  return <SessionsPage db={db} session={session} />
}
