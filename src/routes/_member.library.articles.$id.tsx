import { createFileRoute } from '@tanstack/react-router'
import { preload } from '#src/data/resource.ts'
import { articleResource } from '#src/features/library/data/library-resource.ts'
import { ArticlePage } from '#src/features/library/pages/article-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/library/articles/$id')({
  staticData: { title: m.shell_nav_library },
  gcTime: 0,
  loader: ({ context: { db }, params: { id } }) => preload(db, articleResource, id),
  component: ArticleRoute,
})

function ArticleRoute() {
  const { db } = Route.useRouteContext()
  const { id } = Route.useParams()
  return <ArticlePage key={id} db={db} id={id} />
}
