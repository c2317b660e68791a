import { createFileRoute } from '@tanstack/react-router'
import { questCategory } from '#contract/quests/shelf.ts'
import { requireUserType } from '#src/app/guards.ts'
import { CategoryPage, NoCategory } from '#src/features/quests/pages/quests-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/surveys/category/$category')({
  staticData: { title: m.shell_nav_quests },
  beforeLoad: requireUserType('Adolescent'),
  gcTime: 0,
  loader: async ({ context: { db } }) => {
    const { preloadQuestLists } = await import('#src/features/quests/quests-resource.ts')
    await preloadQuestLists(db)
  },
  component: CategoryRoute,
})

function CategoryRoute() {
  const { db } = Route.useRouteContext()
  const { category } = Route.useParams()
  const known = questCategory(category)
  if (!known) return <NoCategory category={category} />
  return <CategoryPage key={known} db={db} category={known} />
}
