import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import { failureText, isApiProblem } from '#src/offline/api/api-error.ts'
import { refreshChat } from '#src/offline/features/chat/refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { BackToChats } from '../back-to-chats.tsx'
import { ChatWindow } from '../chat-window.tsx'
import styles from './chats.module.css'
import { readChat, type ChatOpening } from './read-chat-pages.ts'

export interface ChatPageProps {
  db: UserDatabase
  session: Session
  chatId: string
  opening: ChatOpening
}

/** One chat: what this device has of it at once, what is new a moment later. */
export function ChatPage({ db, session, chatId, opening }: ChatPageProps) {
  const chat = useLiveQuery(() => readChat(db, chatId), [db, chatId], opening.chat)
  const [missing, setMissing] = useState(false)
  const { refresh, again } = useRefresh(async () => {
    try {
      await asMember(db, (token) => refreshChat(db, token, chatId))
    } catch (error) {
      if (isApiProblem(error) && error.problem.code === 'not_found') setMissing(true)
      throw error
    }
  })
  const notYet = <NotYet refresh={refresh} onRetry={again} />
  if (chat) {
    return <ChatWindow {...{ db, session, chat, opening, notYet }} />
  }
  return (
    <div className={styles.choose}>
      <VisuallyHidden as="h1">{m.chat_title()}</VisuallyHidden>
      <BackToChats />
      {missing ? (
        <EmptyState emoji="🍃" title={m.chat_missing_title()} text={m.chat_missing_text()} />
      ) : (
        notYet
      )}
    </div>
  )
}

/** The place of messages that this device has never had. */
function NotYet({ refresh, onRetry }: { refresh: Refresh; onRetry: () => void }) {
  const online = useOnline()
  if (!online) return <OfflineState text={m.chat_messages_offline()} />
  if (refresh.status !== 'failed') return <Skeleton shape="block" count={4} />
  return (
    <ErrorState title={failureText(refresh.error, m.chat_messages_failed())} onRetry={onRetry} />
  )
}
