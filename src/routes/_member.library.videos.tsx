import { createFileRoute } from '@tanstack/react-router'
import { preload } from '#src/data/resource.ts'
import { videosResource } from '#src/features/library/data/library-resource.ts'
import { VideosPage } from '#src/features/library/pages/videos-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/library/videos')({
  staticData: { title: m.shell_nav_library },
  gcTime: 0,
  shouldReload: ({ cause }) => cause === 'enter',
  loader: ({ context: { db } }) => preload(db, videosResource),
  component: VideosRoute,
})

function VideosRoute() {
  const { db, session } = Route.useRouteContext()
  return <VideosPage db={db} session={session} />
}
