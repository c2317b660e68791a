import { useState } from 'react'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import { useSafetyDialog, type Ask } from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { chatResource, type ChatOpening } from '../chat-resource.ts'
import { ChatWindow } from '../window/chat-window.tsx'
import { BackToChats } from './chats-page.tsx'
import styles from './chats.module.css'

export interface ChatPageProps {
  db: UserDatabase
  session: Session
  chatId: string
  opening: ChatOpening
}

/** One chat: what this device has of it at once, what is new a moment later. */
export function ChatPage(props: ChatPageProps) {
  const { ask, dialog } = useSafetyDialog(props.db)
  return (
    <>
      <Known {...props} onAsk={ask} />
      {dialog}
    </>
  )
}

function Known({ db, session, chatId, opening, onAsk }: ChatPageProps & { onAsk: Ask }) {
  const of = useResource(db, chatResource, chatId)
  const notYet = (
    <ResourceMissing
      of={of}
      skeleton={{ shape: 'block', count: 4 }}
      failed={m.chat_messages_failed()}
      offline={m.chat_messages_offline()}
    />
  )
  const { data: chat, refresh } = of
  const [shown, setShown] = useState(false)
  if (chat && !shown) setShown(true)
  if (chat) return <ChatWindow {...{ db, session, chat, opening, notYet, onAsk }} />
  return (
    <div className={styles.choose}>
      <VisuallyHidden as="h1">{m.chat_title()}</VisuallyHidden>
      <BackToChats />
      {/* A chat that goes while it is open is not asked for again. */}
      {shown || isMissing(refresh.error) ? (
        <EmptyState emoji="🍃" title={m.chat_missing_title()} text={m.chat_missing_text()} />
      ) : (
        notYet
      )}
    </div>
  )
}

/** The server has no such chat, or none that the person may see. */
function isMissing(error: unknown): boolean {
  return isApiProblem(error) && error.problem.code === 'not_found'
}
