import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Booking } from '#contract/booking/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deviceZone, formatSpan, formatWeekdayMoment, zoneLabel } from '#src/lib/dates.ts'
import { Photo } from '#src/lib/photo.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from './booking.module.css'
import { ProposalPart } from './proposal-part.tsx'
import { isUpcoming, mayChange, otherName, sessionStatusLabel } from './session-status.ts'
import { timeThere } from './slot-times.ts'

export interface SessionCardProps {
  db: UserDatabase
  booking: Booking
  nowMs: number
  /** The name leads to the session's own page; absent there. */
  linked?: boolean
  /** Cancel, reschedule and the calendar file, as far as they are possible. */
  actions: ReactNode
}

/** One session: with whom, when by both clocks, its status and until when it can be changed. */
export function SessionCard({ db, booking, nowMs, linked = false, actions }: SessionCardProps) {
  const { with: other, role, start, timeZone, changeableUntil } = booking
  const zone = deviceZone()
  const there = timeThere(start, { viewer: zone, provider: timeZone })
  const { text, tone } = sessionStatusLabel(booking, nowMs)
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
          <h2 className={styles.name}>
            {linked ? (
              <Link to="/sessions/$id" params={{ id: booking._id }}>
                {otherName(booking)}
              </Link>
            ) : (
              otherName(booking)
            )}
          </h2>
          <p>{formatSpan(booking, zone)}</p>
          {there !== undefined && (
            <p className={styles.muted}>
              {role === 'client'
                ? m.booking_session_there({ time: there })
                : m.booking_session_own({ time: there, zone: zoneLabel(timeZone) })}
            </p>
          )}
        </div>
        <Tag tone={tone}>{text}</Tag>
      </div>
      {isUpcoming(booking, nowMs) && (
        <p className={styles.muted}>
          {mayChange(booking, nowMs)
            ? m.booking_changeable({ when: formatWeekdayMoment(changeableUntil, zone) })
            : m.booking_too_late()}
        </p>
      )}
      <ProposalPart db={db} booking={booking} nowMs={nowMs} />
      {actions && <div className={styles.actions}>{actions}</div>}
    </Card>
  )
}
