import { createFileRoute } from '@tanstack/react-router'
import { ArticlePage } from '#src/features/library/pages/article-page.tsx'
import { readArticlePage } from '#src/features/library/read-library-pages.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/library/articles/$id')({
  staticData: { title: m.shell_nav_library },
  gcTime: 0,
  loader: ({ context: { db }, params: { id } }) => readArticlePage(db, id),
  component: ArticleRoute,
})

function ArticleRoute() {
  const { db } = Route.useRouteContext()
  const { id } = Route.useParams()
  return <ArticlePage key={id} db={db} id={id} known={Route.useLoaderData()} />
}
