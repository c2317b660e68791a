import { createFileRoute } from '@tanstack/react-router'
import { preload } from '#src/data/resource.ts'
import { PreviewPage } from '#src/features/sharing/pages/preview-page.tsx'
import { sharingResource } from '#src/features/sharing/sharing-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/who-sees-what/$id')({
  staticData: { title: m.sharing_title },
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, sharingResource),
  component: PreviewRoute,
})

function PreviewRoute() {
  const { db } = Route.useRouteContext()
  const { id: viewerId } = Route.useParams()
  return <PreviewPage key={viewerId} db={db} viewerId={viewerId} />
}
