import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { InsightsPage, preloadInsights } from '#src/features/trackers/pages/insights-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/insights')({
  staticData: { title: m.insights_title },
  beforeLoad: requireUserType('Adolescent'),
  gcTime: 0,
  loader: ({ context: { db } }) => preloadInsights(db),
  component: InsightsRoute,
})

function InsightsRoute() {
  return <InsightsPage db={Route.useRouteContext().db} />
}
