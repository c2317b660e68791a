import type { ReactNode } from 'react'
import type { Booking } from '#contract/booking/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from './booking.module.css'
import { mayChange, isUpcoming, otherName, standingWords } from './session-standing.ts'
import { deviceZone, momentWords, spanWords, timeThere } from './slot-times.ts'

export interface SessionCardProps {
  booking: Booking
  nowMs: number
  /** Cancel, reschedule and the calendar file, as far as they are possible. */
  actions: ReactNode
}

/** One session: with whom, when by both clocks, how it stands and until when it can be changed. */
export function SessionCard({ booking, nowMs, actions }: SessionCardProps) {
  const { with: other, role, start, timeZone, changeableUntil } = booking
  const zone = deviceZone()
  const there =
    role === 'client' ? timeThere(start, { viewer: zone, provider: timeZone }) : undefined
  const { text, tone } = standingWords(booking, nowMs)
  return (
    <Card className={styles.session}>
      <div className={styles.head}>
        {other && (
          <Photo
            id={other._id}
            name={otherName(booking)}
            file={other.profileImg}
            size={56}
            decorative
          />
        )}
        <div className={styles.facts}>
          <h2 className={styles.name}>{otherName(booking)}</h2>
          <p>{spanWords(booking, zone)}</p>
          {there !== undefined && (
            <p className={styles.muted}>{m.booking_session_there({ time: there })}</p>
          )}
        </div>
        <Tag tone={tone}>{text}</Tag>
      </div>
      {isUpcoming(booking, nowMs) && (
        <p className={styles.muted}>
          {mayChange(booking, nowMs)
            ? m.booking_changeable({ when: momentWords(changeableUntil, zone) })
            : m.booking_too_late()}
        </p>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </Card>
  )
}
