import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import type { ShownChat } from '#src/offline/features/chat/shown-chats.ts'
import { ChatRow } from './chat-row.tsx'
import styles from './list.module.css'

export interface ChatListProps {
  chats: readonly ShownChat[]
}

/** Everybody one writes with, the latest first. */
export function ChatList({ chats }: ChatListProps) {
  const nowMs = useNow()
  return (
    <ul className={styles.list} aria-label={m.chat_list_label()}>
      {chats.map((shown) => (
        <li key={shown.chat._id}>
          <Link className={styles.row} to="/chats/$chatId" params={{ chatId: shown.chat._id }}>
            <ChatRow shown={shown} nowMs={nowMs} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
