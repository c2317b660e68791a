import { createFileRoute } from '@tanstack/react-router'
import { YoungPage } from '#src/features/account/pages/young-page.tsx'
import { readProfile } from '#src/session/own-profile.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/gen-z/$id')({
  staticData: { title: m.profile_young_page },
  gcTime: 0,
  loader: async ({ context: { db }, params: { id } }) => {
    return id === db.userId ? await readProfile(db) : undefined
  },
  component: YoungRoute,
})

function YoungRoute() {
  const { db, session } = Route.useRouteContext()
  const { id } = Route.useParams()
  return <YoungPage key={id} db={db} session={session} id={id} known={Route.useLoaderData()} />
}
