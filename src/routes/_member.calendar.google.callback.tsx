import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { requireUserType } from '#src/app/guards.ts'
import { GoogleReturnPage } from '#src/features/calendar/pages/google-return-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

const text = v.fallback(v.optional(v.string()), undefined)

export const Route = createFileRoute('/_member/calendar/google/callback')({
  staticData: { title: m.calendar_google_title },
  validateSearch: v.object({ code: text, state: text }),
  beforeLoad: requireUserType('ServiceProvider'),
  component: GoogleReturnRoute,
})

function GoogleReturnRoute() {
  const { code, state } = Route.useSearch()
  return <GoogleReturnPage db={Route.useRouteContext().db} code={code} state={state} />
}
