import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { knownRows, useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { saveEmptyChatList, refreshChats } from '#src/offline/features/chat/refresh.ts'
import {
  refreshChatSettings,
  readChatSettings,
  saveChatSettings,
} from '#src/offline/features/chat/settings.ts'
import type { ShownChat } from '#src/offline/features/chat/shown-chats.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { mayHaveChats } from '#src/session/reviewed.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import styles from './chats.module.css'
import { readChatList } from './read-chat-pages.ts'
import { useNow } from '#src/lib/now.ts'
import { ChatRow } from '../chat-row.tsx'
import listStyles from '../list.module.css'
import { ChatSettingsSheet } from '../chat-settings-sheet.tsx'
import { IconButton } from '#src/ui/button/icon-button.tsx'

export interface ChatsPageProps {
  db: UserDatabase
  session: Session
  /** What this device knew when the page was opened. */
  known: ShownChat[] | undefined
  /** Which of the two a phone shows. */
  pane: 'list' | 'window'
  /** The open chat, or what stands in its place. */
  children: ReactNode
}

/** Spec 2: the chats on the left, the window on the right; a phone shows one of the two. */
export function ChatsPage({ db, session, known, pane, children }: ChatsPageProps) {
  const kept = useLiveQuery(() => readChatList(db), [db], known)
  const { refresh, again } = useRefresh(() =>
    asMember(db, async (token) => {
      if (await mayHaveChats(db)) await refreshChats(db, token, Date.now())
      else await saveEmptyChatList(db, Date.now())
      await refreshChatSettings(db, token)
    }),
  )
  const chats = knownRows(kept, refresh)
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
          <ChatSettingsPart db={db} provider={provider} chats={chats ?? []} />
        </header>
        <div className={styles.listBody}>
          {!chats && <ListNotYet refresh={refresh} onRetry={again} />}
          {chats?.length === 0 && <NoChats provider={provider} />}
          {chats && chats.length > 0 && <ChatList chats={chats} />}
        </div>
      </section>
      <div className={styles.window}>{children}</div>
    </div>
  )
}

function ListNotYet({ refresh, onRetry }: { refresh: Refresh; onRetry: () => void }) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton shape="card" count={3} />
  if (!online) return <OfflineState compact text={m.chat_list_offline()} />
  return (
    <ErrorState
      compact
      title={failureText(refresh.error, m.chat_list_failed())}
      onRetry={onRetry}
    />
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

interface ChatListProps {
  chats: readonly ShownChat[]
}

/** Everybody one writes with, the latest first. */
function ChatList({ chats }: ChatListProps) {
  const nowMs = useNow()
  return (
    <ul className={listStyles.list} aria-label={m.chat_list_label()}>
      {chats.map((shown) => (
        <li key={shown.chat._id}>
          <Link className={listStyles.row} to="/chats/$chatId" params={{ chatId: shown.chat._id }}>
            <ChatRow shown={shown} nowMs={nowMs} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface ChatSettingsPartProps {
  db: UserDatabase
  provider: boolean
  chats: readonly ShownChat[]
}

/** What one lets others know while chatting, behind a button. */
function ChatSettingsPart({ db, provider, chats }: ChatSettingsPartProps) {
  const settings = useLiveQuery(() => readChatSettings(db), [db])
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="settings"
        label={m.chat_settings()}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && settings && (
        <ChatSettingsSheet
          settings={settings}
          provider={provider}
          evidence={new Set(chats.flatMap(({ chat }) => chat.evidence ?? []))}
          onSave={(next) => asMember(db, (token) => saveChatSettings(db, token, next))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
