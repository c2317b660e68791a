import type { ReactNode } from 'react'
import { isAway, type AwayHours } from '#contract/chat/away.ts'
import type { ChatState } from '#contract/chat/model.ts'
import { openHelp } from '#src/features/safety/help/help-state.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { formatHour } from '#src/lib/dates.ts'
import styles from './window.module.css'

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

/** Why a chat takes no messages: its state, the age of the reader, or a block that leaves them their own words. */
export type ReadOnlyReason = Exclude<ChatState, 'open'> | 'minors' | 'own'

export interface ReadOnlyNoteProps {
  reason: ReadOnlyReason
  name: string
  /** The way on, where there is one. */
  action?: ReactNode
}

/** Why nothing can be written here, in the composer's place. */
export function ReadOnlyNote({ reason, name, action }: ReadOnlyNoteProps) {
  return (
    <div className={styles.note}>
      <Banner tone="info">
        <p>{readOnlyWords[reason]({ name })}</p>
        {action && <p className={styles.wayOn}>{action}</p>}
      </Banner>
    </div>
  )
}

const readOnlyWords = {
  ended: () => m.chat_ended(),
  own: () => m.chat_ended_own(),
  blocked: m.chat_blocked,
  unavailable: m.chat_unavailable,
  minors: m.chat_minors,
} as const satisfies Record<ReadOnlyReason, (inputs: { name: string }) => string>
