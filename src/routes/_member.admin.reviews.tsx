import { createFileRoute } from '@tanstack/react-router'
import { requireSuperAdmin } from '#src/app/guards.ts'
import { ReviewsPage } from '#src/features/providers/pages/reviews-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/admin/reviews')({
  staticData: { title: m.reports_review_title },
  beforeLoad: requireSuperAdmin,
  component: ReviewsRoute,
})

function ReviewsRoute() {
  return <ReviewsPage db={Route.useRouteContext().db} />
}
