import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import type { ShownChat } from '#src/offline/chat/shown-chats.ts'
import { ChatRow } from './chat-row.tsx'
import styles from './list.module.css'

export interface ChatListProps {
  chats: readonly ShownChat[]
  /** Draws the link that opens a chat. */
  link: (chatId: string, props: { className: string | undefined; children: ReactNode }) => ReactNode
}

/** Everybody one writes with, the latest first. */
export function ChatList({ chats, link }: ChatListProps) {
  const nowMs = useNow()
  return (
    <ul className={styles.list} aria-label={m.chat_list_label()}>
      {chats.map((shown) => (
        <li key={shown.chat._id}>
          {link(shown.chat._id, {
            className: styles.row,
            children: <ChatRow shown={shown} nowMs={nowMs} />,
          })}
        </li>
      ))}
    </ul>
  )
}
