import { createFileRoute } from '@tanstack/react-router'
import { openChatPage } from '#src/features/chat/chat-resource.ts'
import { ChatPage } from '#src/features/chat/pages/chat-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/chats/$chatId')({
  staticData: { title: m.shell_nav_chats },
  gcTime: 0,
  // Only its code is loaded ahead: the draft of a chat is that of the moment it is opened.
  preload: false,
  loader: ({ context: { db }, params: { chatId } }) => openChatPage(db, chatId),
  component: ChatRoute,
})

function ChatRoute() {
  const { db, session } = Route.useRouteContext()
  const { chatId } = Route.useParams()
  const opening = Route.useLoaderData()
  return <ChatPage key={chatId} db={db} session={session} chatId={chatId} opening={opening} />
}
