import { createFileRoute } from '@tanstack/react-router'
import { preload } from '#src/data/resource.ts'
import { articlesResource } from '#src/features/library/data/library-resource.ts'
import { ArticlesPage } from '#src/features/library/pages/articles-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/library/articles/')({
  staticData: { title: m.shell_nav_library },
  gcTime: 0,
  // The address follows what is searched; the list itself is read when the page is entered.
  shouldReload: ({ cause }) => cause === 'enter',
  loader: ({ context: { db } }) => preload(db, articlesResource),
  component: ArticlesRoute,
})

function ArticlesRoute() {
  const { db, session } = Route.useRouteContext()
  return <ArticlesPage db={db} session={session} />
}
