import { createFileRoute } from '@tanstack/react-router'
import { SessionsPage } from '#src/features/booking/pages/sessions-page.tsx'
import { readBookings } from '#src/features/booking/kept-bookings.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/sessions')({
  staticData: { title: m.booking_sessions },
  gcTime: 0,
  loader: ({ context: { db } }) => readBookings(db),
  component: SessionsRoute,
})

function SessionsRoute() {
  const { db, session } = Route.useRouteContext()
  return <SessionsPage db={db} session={session} known={Route.useLoaderData()} />
}
