import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import type { ChatMember } from '#contract/chat/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PersonLink } from '#src/features/connections/person-link.tsx'
import { BackToChats } from './back-to-chats.tsx'
import styles from './window.module.css'
import { callName, memberName } from './member-name.ts'

export interface ChatHeadProps {
  db: UserDatabase
  other: ChatMember | undefined
  typing: boolean
  menu: ReactNode
}

/** Whom one writes to. */
export function ChatHead({ db, other, typing, menu }: ChatHeadProps) {
  const words = memberName(other)
  return (
    <header className={styles.head}>
      <BackToChats />
      <Photo id={other?._id ?? 'gone'} name={words} file={other?.profileImg} size={44} decorative />
      <div className={styles.who}>
        <h1 className={styles.name}>
          <PersonName db={db} id={other?._id} words={words} />
        </h1>
        <p className={styles.typing} aria-live="polite">
          {typing && m.chat_typing({ name: callName(other) })}
        </p>
      </div>
      {menu}
    </header>
  )
}

interface PersonNameProps {
  db: UserDatabase
  /** Undefined once they have left. */
  id: string | undefined
  words: string
}

/** Somebody's name, as the link to their page where they have one that may be seen. */
function PersonName({ db, id = '', words }: PersonNameProps) {
  const friend = useLiveQuery(() => db.friends.get(id), [db, id])
  if (!friend || friend.userType === 'Parent') return words
  return <PersonLink friend={friend}>{words}</PersonLink>
}
