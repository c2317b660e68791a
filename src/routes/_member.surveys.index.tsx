import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { QuestsPage } from '#src/features/quests/pages/quests-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/surveys/')({
  staticData: { title: m.shell_nav_quests },
  beforeLoad: requireUserType('Adolescent'),
  gcTime: 0,
  loader: async ({ context: { db } }) => {
    const { preloadQuestLists } = await import('#src/features/quests/quests-resource.ts')
    await preloadQuestLists(db)
  },
  component: QuestsRoute,
})

function QuestsRoute() {
  return <QuestsPage db={Route.useRouteContext().db} />
}
