import { createFileRoute, useRouter } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { QuestPage } from '#src/features/quests/pages/quest-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/surveys/$questId')({
  staticData: { title: m.quests_page },
  beforeLoad: requireUserType('Adolescent'),
  gcTime: 0,
  // Only its code is loaded ahead: what was answered is read at the moment it is opened.
  preload: false,
  loader: async ({ context: { db }, params: { questId } }) => {
    const { openQuest } = await import('#src/features/quests/open-quest.ts')
    return await openQuest(db, questId)
  },
  component: QuestRoute,
})

function QuestRoute() {
  const { db } = Route.useRouteContext()
  const { questId } = Route.useParams()
  const router = useRouter()
  return (
    <QuestPage
      key={questId}
      db={db}
      opened={Route.useLoaderData()}
      onRetry={() => void router.invalidate()}
    />
  )
}
