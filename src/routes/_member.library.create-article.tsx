import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { readEditorPage } from '#src/features/library/editor/article-draft.ts'
import { ArticleEditorPage } from '#src/features/library/pages/article-editor-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/library/create-article')({
  staticData: { title: m.shell_nav_create_article },
  beforeLoad: requireUserType('ServiceProvider'),
  gcTime: 0,
  loaderDeps: ({ search }: { search: object }) => ({
    edit: 'edit' in search ? search.edit : undefined,
  }),
  loader: ({ context: { db }, deps: { edit } }) => readEditorPage(db, edit),
  component: CreateArticleRoute,
})

function CreateArticleRoute() {
  const { db } = Route.useRouteContext()
  const opened = Route.useLoaderData()
  return <ArticleEditorPage key={opened.id} db={db} opened={opened} />
}
