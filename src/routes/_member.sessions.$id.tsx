import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { preload } from '#src/data/resource.ts'
import { reviewedResource } from '#src/features/booking/bookings-resource.ts'
import { ProposePage, SessionPage } from '#src/features/booking/pages/sessions-page.tsx'
import { sessionResource } from '#src/features/booking/week/week-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/sessions/$id')({
  staticData: { title: m.booking_session },
  /** A care provider chooses the time that they propose for it. */
  validateSearch: v.object({ propose: v.fallback(v.optional(v.boolean()), undefined) }),
  gcTime: 0,
  loader: async ({ context: { db }, params }) => {
    await Promise.all([preload(db, sessionResource, params.id), preload(db, reviewedResource)])
  },
  component: SessionRoute,
})

function SessionRoute() {
  const { db, session } = Route.useRouteContext()
  const { id } = Route.useParams()
  const { propose } = Route.useSearch()
  const provider = session.user.userT === 'ServiceProvider'
  return propose && provider ? (
    <ProposePage key={id} db={db} id={id} />
  ) : (
    <SessionPage key={id} db={db} id={id} />
  )
}
