import { createFileRoute, Outlet, useParams, useSearch } from '@tanstack/react-router'
import { ChatsPage } from '#src/app/chat/chats-page.tsx'
import { readChatList } from '#src/app/chat/read-chat-pages.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/chats')({
  staticData: { title: m.shell_nav_chats },
  gcTime: 0,
  loader: ({ context: { db } }) => readChatList(db),
  component: ChatsRoute,
})

function ChatsRoute() {
  const { db, session } = Route.useRouteContext()
  const { chatId } = useParams({ strict: false })
  const { with: withId } = useSearch({ strict: false })
  const pane = chatId === undefined && withId === undefined ? 'list' : 'window'
  return (
    <ChatsPage db={db} session={session} known={Route.useLoaderData()} pane={pane}>
      <Outlet />
    </ChatsPage>
  )
}
