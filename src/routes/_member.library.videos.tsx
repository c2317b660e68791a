import { createFileRoute } from '@tanstack/react-router'
import { readVideosPage } from '#src/features/library/read-library-pages.ts'
import { VideosPage } from '#src/features/library/pages/videos-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/library/videos')({
  staticData: { title: m.shell_nav_library },
  gcTime: 0,
  shouldReload: ({ cause }) => cause === 'enter',
  loader: ({ context: { db } }) => readVideosPage(db),
  component: VideosRoute,
})

function VideosRoute() {
  const { db, session } = Route.useRouteContext()
  return <VideosPage db={db} session={session} known={Route.useLoaderData()} />
}
