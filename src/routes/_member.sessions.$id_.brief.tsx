import { createFileRoute } from '@tanstack/react-router'
import { ClientBriefPage } from '#src/features/brief/brief-sheet.tsx'
import { BriefPage, preloadBrief } from '#src/features/brief/pages/brief-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

/** What goes along for a session: its client chooses it, its provider reads it. */
export const Route = createFileRoute('/_member/sessions/$id_/brief')({
  staticData: { title: m.brief_title },
  gcTime: 0,
  loader: ({ context: { db }, params }) => preloadBrief(db, params.id),
  component: BriefRoute,
})

function BriefRoute() {
  const { db, session } = Route.useRouteContext()
  const { id } = Route.useParams()
  if (session.user.userT === 'ServiceProvider') return <ClientBriefPage key={id} db={db} id={id} />
  return <BriefPage key={id} db={db} session={session} id={id} />
}
