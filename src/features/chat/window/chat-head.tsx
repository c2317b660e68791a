import * as m from '#src/i18n/paraglide/messages.js'
import styles from './window.module.css'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import type { ChatMember } from '#contract/chat/model.ts'
import { Photo } from '#src/lib/photo.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PersonLink } from '#src/features/connections/person-link.tsx'
import { BackToChats } from '../pages/back-to-chats.tsx'
import { callName, memberName } from '../chat-labels.ts'
import { isAway, type AwayHours } from '#contract/chat/away.ts'
import { openHelp } from '#src/features/safety/help/help-state.ts'
import { useNow } from '#src/lib/now.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { formatHour } from '#src/lib/dates.ts'

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

/** Spec: a chat is no place for emergencies, and says where there is help. */
export function EmergencyLine() {
  return (
    <p className={styles.emergency}>
      <Icon name="info" size={16} />
      {m.chat_not_emergency()}{' '}
      <button className={styles.help} type="button" aria-haspopup="dialog" onClick={openHelp}>
        {m.chat_help()}
      </button>
    </p>
  )
}

/** In a care provider's away hours: when they read again, by their own clock. */
export function AwayLine({ away, name }: { away: AwayHours; name: string }) {
  const nowMs = useNow()
  if (!isAway(away, nowMs)) return null
  const [from, to] = [formatHour(away.from), formatHour(away.to)]
  const zone = away.timeZone.replaceAll('_', ' ')
  return (
    <div className={styles.note}>
      <Banner tone="info">{m.chat_away_now({ name, from, to, zone })}</Banner>
    </div>
  )
}
