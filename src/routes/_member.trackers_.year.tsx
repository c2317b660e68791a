import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { YearPage } from '#src/features/trackers/pages/year-page.tsx'
import { preloadYear } from '#src/features/trackers/year/year-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/trackers_/year')({
  staticData: { title: m.trackers_pixels_title },
  beforeLoad: requireUserType('Adolescent'),
  gcTime: 0,
  loader: ({ context: { db } }) => preloadYear(db),
  component: YearRoute,
})

function YearRoute() {
  return <YearPage db={Route.useRouteContext().db} />
}
