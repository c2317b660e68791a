import * as m from '#src/i18n/paraglide/messages.js'
import awayStyles from './away-line.module.css'
import styles from './window.module.css'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import type { ChatMember } from '#contract/chat/model.ts'
import { Photo } from '#src/lib/photo.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PersonLink } from '#src/features/connections/person-link.tsx'
import { BackToChats } from '../pages/back-to-chats.tsx'
import { callName, memberName } from '../chat-labels.ts'
import { awaySpan, isAway, type AwayHours } from '#contract/chat/away.ts'
import { openHelp } from '#src/features/safety/help/help-state.ts'
import { useNow } from '#src/lib/now.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { formatClock, formatHour, zoneLabel } from '#src/lib/dates.ts'

export interface ChatHeadProps {
  db: UserDatabase
  other: ChatMember | undefined
  typing: boolean
  /** When the other one does not read; null for always, and in a chat that takes no messages. */
  away: AwayHours | null
  menu: ReactNode
}

/** Whom one writes to. */
export function ChatHead({ db, other, typing, away, menu }: ChatHeadProps) {
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
        {away && !typing && <AwayHoursLine away={away} name={callName(other)} />}
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

/** When a care provider does not read, by the clock of whoever reads this; folded until they want to know more. */
function AwayHoursLine({ away, name }: { away: AwayHours; name: string }) {
  const nowMs = useNow()
  if (away.from === away.to) return null
  const { fromMs, toMs } = awaySpan(away, nowMs)
  const [from, to] = [formatClock(fromMs), formatClock(toMs)]
  const theirs = [formatHour(away.from), formatHour(away.to)] as const
  const sameClock = theirs[0] === from && theirs[1] === to
  return (
    <details className={awayStyles.away} data-now={isAway(away, nowMs) || undefined}>
      <summary>
        <span className={awayStyles.words}>
          {isAway(away, nowMs) ? m.chat_away_until({ to }) : m.chat_away_from({ from })}
        </span>
      </summary>
      <p>
        {m.chat_away_hours({ name, from, to })}
        {!sameClock && (
          <>
            {' '}
            {m.chat_away_theirs({ from: theirs[0], to: theirs[1], zone: zoneLabel(away.timeZone) })}
          </>
        )}
      </p>
    </details>
  )
}
