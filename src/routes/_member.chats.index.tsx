import { createFileRoute } from '@tanstack/react-router'
import { ChooseChat } from '#src/features/chat/pages/chats-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/chats/')({
  staticData: { title: m.shell_nav_chats },
  component: ChooseRoute,
})

function ChooseRoute() {
  return <ChooseChat db={Route.useRouteContext().db} withId={Route.useSearch().with} />
}
