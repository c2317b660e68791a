import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { preload } from '#src/data/resource.ts'
import {
  bookingsResource,
  reviewedResource,
  type SessionsView,
} from '#src/features/booking/bookings-resource.ts'
import { SessionsPage } from '#src/features/booking/pages/sessions-page.tsx'
import { weekStart, weekResource } from '#src/features/booking/week/week-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'

/** As an address names them; the page's own list would bring its texts and dates into the first script. */
const views = ['week', 'upcoming', 'past'] as const satisfies readonly SessionsView[]

export const Route = createFileRoute('/_member/sessions/')({
  staticData: { title: m.booking_sessions },
  validateSearch: v.object({
    show: v.fallback(v.optional(v.picklist(views)), undefined),
  }),
  gcTime: 0,
  loader: async ({ context: { db } }) => {
    await Promise.all([
      preload(db, bookingsResource),
      preload(db, reviewedResource),
      preload(db, weekResource, weekStart(Date.now(), deviceZone())),
    ])
  },
  component: SessionsRoute,
})

function SessionsRoute() {
  const { db, session } = Route.useRouteContext()
  const { show } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SessionsPage
      {...{ db, session, show }}
      onShow={(next) => void navigate({ search: { show: next }, replace: true })}
    />
  )
}
