import { createFileRoute, useLocation } from '@tanstack/react-router'
import * as v from 'valibot'
import { requireUserType } from '#src/app/guards.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { preload } from '#src/data/resource.ts'
import { providerResource } from '#src/features/booking/booking-data.ts'
import { bookingsResource } from '#src/features/booking/bookings-resource.ts'
import { BookingPage, MovePage } from '#src/features/booking/pages/booking-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/booking/$providerId')({
  staticData: { title: m.booking_title },
  /** The session that is moved; a new one is booked without. */
  validateSearch: v.object({ move: v.fallback(v.optional(v.string()), undefined) }),
  beforeLoad: requireUserType('Adolescent', 'Parent'),
  gcTime: 0,
  loader: async ({ context: { db }, params }) => {
    await Promise.all([
      preload(db, providerResource, params.providerId),
      preload(db, profileResource),
      preload(db, bookingsResource),
    ])
  },
  component: BookingRoute,
})

function BookingRoute() {
  const { db } = Route.useRouteContext()
  const { providerId } = Route.useParams()
  const { move } = Route.useSearch()
  const handedOver = useLocation({ select: ({ state }) => state.providerName })
  if (move !== undefined) {
    return <MovePage key={move} db={db} providerId={providerId} bookingId={move} />
  }
  return <BookingPage key={providerId} db={db} providerId={providerId} providerName={handedOver} />
}
