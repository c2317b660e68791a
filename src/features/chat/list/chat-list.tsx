import { Link } from '@tanstack/react-router'
import { useNow } from '#src/lib/now.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import styles from './list.module.css'
import { Photo } from '#src/lib/photo.tsx'
import type { ShownChat } from '#src/offline/features/chat/shown-chats.ts'
import { Badge } from '#src/ui/message/badge.tsx'
import { listWhen, lineLabel, memberName } from '../chat-labels.ts'

/** Everybody the person writes with, the latest first. */
export function ChatList({ chats }: { chats: readonly ShownChat[] }) {
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

/** One chat in the list: photo, name, the last thing that was written, when, and how much is unread. */
function ChatRow({ shown, nowMs }: { shown: ShownChat; nowMs: number }) {
  const { other, unread, lastLine, at } = shown
  const name = memberName(other)
  const { mark, text } = lineLabel(lastLine)
  return (
    <>
      <Photo id={other?._id ?? 'gone'} name={name} file={other?.profileImg} size={48} decorative />
      <span className={styles.words}>
        <span className={styles.top}>
          <span className={styles.name}>{name}</span>
          <time className={styles.when} dateTime={new Date(at).toISOString()}>
            {listWhen(at, nowMs)}
          </time>
        </span>
        <span className={styles.bottom}>
          <span className={styles.last} dir="auto" data-unread={unread > 0 || undefined}>
            {mark && (
              <span className={styles.mark} data-tone={mark.tone}>
                {mark.text}{' '}
              </span>
            )}
            {text}
          </span>
          <Badge count={unread} label={m.chat_unread()} />
        </span>
      </span>
    </>
  )
}
