import { createFileRoute } from '@tanstack/react-router'
import { profileResource } from '#src/data/profile-resource.ts'
import { preload } from '#src/data/resource.ts'
import { YoungPage } from '#src/features/account/pages/young-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/gen-z/$id')({
  staticData: { title: m.profile_young_page },
  gcTime: 0,
  loader: async ({ context: { db }, params: { id } }) => {
    if (id === db.userId) await preload(db, profileResource)
  },
  component: YoungRoute,
})

function YoungRoute() {
  const { db, session } = Route.useRouteContext()
  const { id } = Route.useParams()
  return <YoungPage key={id} db={db} session={session} id={id} />
}
