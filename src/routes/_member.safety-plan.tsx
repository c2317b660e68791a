import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { requireUserType } from '#src/app/guards.ts'
import {
  preloadPlan,
  SafetyPlanPage,
  ClientPlanPage,
} from '#src/features/safety/pages/safety-plan-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

/** One's own plan; a care provider names whose. */
export const Route = createFileRoute('/_member/safety-plan')({
  staticData: { title: m.plan_title },
  validateSearch: v.object({ of: v.fallback(v.optional(v.string()), undefined) }),
  beforeLoad: requireUserType('Adolescent', 'ServiceProvider'),
  gcTime: 0,
  loader: ({ context: { db } }) => preloadPlan(db),
  component: PlanRoute,
})

function PlanRoute() {
  const { db, session } = Route.useRouteContext()
  const { of = '' } = Route.useSearch()
  if (session.user.userT === 'Adolescent') return <SafetyPlanPage db={db} />
  return <ClientPlanPage key={of} db={db} userId={of} />
}
