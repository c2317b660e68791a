import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import type { ShownChat } from '#src/offline/features/chat/shown-chats.ts'
import { Badge } from '#src/ui/message/badge.tsx'
import { formatListTime } from '#src/lib/dates.ts'
import { lineWords } from './line-words.ts'
import styles from './list.module.css'
import { memberName } from './member-name.ts'

/** One chat in the list: photo, name, the last thing that was written, when, and how much is unread. */
export function ChatRow({ shown, nowMs }: { shown: ShownChat; nowMs: number }) {
  const { other, unread, lastLine, at } = shown
  const name = memberName(other)
  const { mark, text } = lineWords(lastLine)
  return (
    <>
      <Photo id={other?._id ?? 'gone'} name={name} file={other?.profileImg} size={48} decorative />
      <span className={styles.words}>
        <span className={styles.top}>
          <span className={styles.name}>{name}</span>
          <time className={styles.when} dateTime={new Date(at).toISOString()}>
            {formatListTime(at, nowMs)}
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
