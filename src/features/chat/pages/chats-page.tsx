import { Link, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useLive, useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { chatListResource, findChatWith } from '../chat-resource.ts'
import { ChatList } from '../list/chat-list.tsx'
import { ChatSettingsButton } from '../settings/chat-settings.tsx'
import styles from './chats.module.css'

interface ChatsPageProps {
  db: UserDatabase
  session: Session
  /** Which of the two a phone shows. */
  pane: 'list' | 'window'
  /** The open chat, or what is shown where none is open. */
  children: ReactNode
}

/** Spec 2: the chats on the left, the window on the right; a phone shows one of the two. */
export function ChatsPage({ db, session, pane, children }: ChatsPageProps) {
  const chats = useResource(db, chatListResource)
  const provider = session.user.userT === 'ServiceProvider'
  const Title = pane === 'list' ? 'h1' : 'h2'
  return (
    <div
      className={styles.page}
      data-fills
      data-barless={pane !== 'list' || undefined}
      data-pane={pane}
    >
      <section className={styles.list} aria-labelledby="chats-title">
        <header className={styles.listHead}>
          <Title className={styles.title} id="chats-title">
            {m.chat_title()}
          </Title>
          <ChatSettingsButton db={db} provider={provider} chats={chats.data ?? []} />
        </header>
        <div className={styles.listBody}>
          {!chats.data && (
            <ResourceMissing
              of={chats}
              compact
              skeleton={{ shape: 'card', count: 3 }}
              failed={m.chat_list_failed()}
              offline={m.chat_list_offline()}
            />
          )}
          {chats.data?.length === 0 && <NoChats provider={provider} />}
          {chats.data && chats.data.length > 0 && <ChatList chats={chats.data} />}
        </div>
      </section>
      <div className={styles.window}>{children}</div>
    </div>
  )
}

function NoChats({ provider }: { provider: boolean }) {
  if (provider) {
    const text = m.chat_list_none_provider()
    return <EmptyState compact emoji="💬" title={m.chat_list_none()} text={text} />
  }
  return (
    <EmptyState
      compact
      emoji="💬"
      title={m.chat_list_none()}
      text={m.chat_list_none_client()}
      action={
        <Link className={buttonClass({ look: 'secondary' })} to="/service-providers">
          {m.chat_list_find()}
        </Link>
      }
    />
  )
}

/** Where no chat is open yet. */
export function ChooseChat({ db, withId }: { db: UserDatabase; withId: string | undefined }) {
  if (withId !== undefined) return <ChatWith db={db} userId={withId} />
  return (
    <div className={styles.choose}>
      <EmptyState emoji="💬" title={m.chat_choose_title()} text={m.chat_choose_text()} />
    </div>
  )
}

/** Goes on to the chat with somebody, as soon as this device knows which that is. That there is none, the server says. */
function ChatWith({ db, userId }: { db: UserDatabase; userId: string }) {
  const chats = useResource(db, chatListResource)
  const { status } = chats.refresh
  const found = useLive(
    db,
    async () => ({ chatId: await findChatWith(db, userId), asked: status }),
    [userId, status],
  )
  if (!found) return null
  const { chatId, asked } = found
  if (chatId !== undefined) return <Navigate to="/chats/$chatId" params={{ chatId }} replace />
  return (
    <div className={styles.choose}>
      <VisuallyHidden as="h1">{m.chat_title()}</VisuallyHidden>
      <BackToChats />
      {asked === 'done' ? (
        <EmptyState emoji="🍃" title={m.chat_missing_title()} text={m.chat_with_none()} />
      ) : (
        <ResourceMissing of={chats} failed={m.chat_list_failed()} offline={m.chat_list_offline()} />
      )}
    </div>
  )
}

/** From a chat to all of them, where a phone shows one at a time. */
export function BackToChats() {
  return (
    <Link className={styles.back} to="/chats" aria-label={m.chat_back()} title={m.chat_back()}>
      <Icon name="back" size={22} />
    </Link>
  )
}
