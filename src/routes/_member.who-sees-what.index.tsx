import { createFileRoute } from '@tanstack/react-router'
import { preload } from '#src/data/resource.ts'
import { WhoSeesPage } from '#src/features/sharing/pages/who-sees-page.tsx'
import { sharingResource } from '#src/features/sharing/sharing-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/who-sees-what/')({
  staticData: { title: m.sharing_title },
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, sharingResource),
  component: WhoSeesRoute,
})

function WhoSeesRoute() {
  const { db, session } = Route.useRouteContext()
  return <WhoSeesPage db={db} session={session} />
}
