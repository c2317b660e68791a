import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { isLocalDate } from '#contract/local-date.ts'
import { trackerNamed } from '#contract/trackers/catalog.ts'
import { requireUserType } from '#src/app/guards.ts'
import { preloadTrackers, TrackersPage } from '#src/features/trackers/pages/trackers-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

/** Which day of which tracker, by its name, a reminder was for. A wrong value asks about none. */
const searchSchema = v.object({
  day: v.fallback(v.optional(v.string()), undefined),
  of: v.fallback(v.optional(v.string()), undefined),
})

export const Route = createFileRoute('/_member/trackers')({
  staticData: { title: m.trackers_title },
  validateSearch: searchSchema,
  beforeLoad: requireUserType('Adolescent'),
  gcTime: 0,
  loader: ({ context: { db } }) => preloadTrackers(db),
  component: TrackersRoute,
})

function TrackersRoute() {
  const { day = '', of = '' } = Route.useSearch()
  // Only here: the route itself is loaded by every visitor, and days and trackers need not be.
  const type = trackerNamed(of)
  const asked = isLocalDate(day) && type !== undefined ? { day, type } : undefined
  return <TrackersPage db={Route.useRouteContext().db} asked={asked} />
}
