import { Navigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { BackToChats } from './back-to-chats.tsx'
import styles from './chats.module.css'
import { findChatWith } from '../chat-resource.ts'

/** Where no chat is open yet. */
export function ChooseChat({ db, withId }: { db: UserDatabase; withId: string | undefined }) {
  if (withId !== undefined) return <ChatWith db={db} userId={withId} />
  return (
    <div className={styles.choose}>
      <EmptyState emoji="💬" title={m.chat_choose_title()} text={m.chat_choose_text()} />
    </div>
  )
}

/** Goes on to the chat with somebody, as soon as this device knows which that is. */
function ChatWith({ db, userId }: { db: UserDatabase; userId: string }) {
  const found = useLiveQuery(async () => ({ chatId: await findChatWith(db, userId) }), [db, userId])
  if (!found) return null
  const { chatId } = found
  if (chatId !== undefined) return <Navigate to="/chats/$chatId" params={{ chatId }} replace />
  return (
    <div className={styles.choose}>
      <VisuallyHidden as="h1">{m.chat_title()}</VisuallyHidden>
      <BackToChats />
      <EmptyState emoji="🍃" title={m.chat_missing_title()} text={m.chat_with_none()} />
    </div>
  )
}
