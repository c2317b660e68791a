import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { preload } from '#src/data/resource.ts'
import { chatListResource } from '#src/features/chat/chat-resource.ts'
import { ChatsPage } from '#src/features/chat/pages/chats-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

/** Whom to write with. A wrong value is dropped, never an error page. */
const searchSchema = v.object({
  with: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined)),
})

export const Route = createFileRoute('/_member/chats')({
  staticData: { title: m.shell_nav_chats },
  validateSearch: searchSchema,
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, chatListResource),
  component: ChatsRoute,
})

function ChatsRoute() {
  const { db, session } = Route.useRouteContext()
  const { chatId } = useParams({ strict: false })
  const { with: withId } = Route.useSearch()
  const pane = chatId === undefined && withId === undefined ? 'list' : 'window'
  return (
    <ChatsPage db={db} session={session} pane={pane}>
      <Outlet />
    </ChatsPage>
  )
}
