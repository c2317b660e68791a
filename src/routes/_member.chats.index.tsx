import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ChooseChat } from '#src/app/chat/choose-chat.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

/** Whom to write with. A wrong value is dropped, never an error page. */
const searchSchema = v.object({
  with: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined)),
})

export const Route = createFileRoute('/_member/chats/')({
  staticData: { title: m.shell_nav_chats },
  validateSearch: searchSchema,
  component: ChooseRoute,
})

function ChooseRoute() {
  return <ChooseChat db={Route.useRouteContext().db} withId={Route.useSearch().with} />
}
