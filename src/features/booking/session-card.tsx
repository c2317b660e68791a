import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Booking, Proposal } from '#contract/booking/model.ts'
import { refreshResource } from '#src/data/resource.ts'
import { SafetyMenu, type SafetyMenuProps } from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatSpan, formatWeekdayMoment, zoneLabel } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { Photo } from '#src/lib/private-image.tsx'
import { serverWords } from '#src/offline/api/api-error.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { acceptProposal, endProposal } from './booking-data.ts'
import {
  isUpcoming,
  mayChange,
  otherName,
  sessionStatusLabel,
  openProposal,
  bookingsResource,
} from './bookings-resource.ts'
import { SessionCancel } from './session-actions.tsx'
import { SessionBriefLink, SessionRoom } from './session-ways.tsx'
import { timeThere } from './week-slots.tsx'
import styles from './booking.module.css'

export interface SessionCardProps {
  db: UserDatabase
  booking: Booking
  nowMs: number
  /** The name leads to the session's own page; absent there. */
  linked?: boolean
  /** Whether the other one can be blocked and reported here. */
  mayReport: boolean
  /** Opens what blocks and reports beside the list of which the card is a part; absent where it is in none. */
  onAsk?: SafetyMenuProps['onAsk']
  /** Cancel, reschedule and the calendar file, as far as they are possible. */
  actions: ReactNode
}

/** One session: with whom, when by both clocks, its status and until when it can be changed. */
export function SessionCard(props: SessionCardProps) {
  const { db, booking, nowMs, linked = false, mayReport, onAsk, actions } = props
  const { with: other, changeableUntil } = booking
  const zone = deviceZone()
  const there = timeByHours(booking, booking)
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
          {there !== undefined && <p className={styles.muted}>{there}</p>}
        </div>
        <Tag tone={tone}>{text}</Tag>
        {other && mayReport && (
          <div className={styles.menu}>
            <SafetyMenu
              db={db}
              person={{ id: other._id, name: otherName(booking) }}
              onAsk={onAsk}
            />
          </div>
        )}
      </div>
      {isUpcoming(booking, nowMs) && (
        <p className={styles.muted}>
          {mayChange(booking, nowMs)
            ? m.booking_changeable({ when: formatWeekdayMoment(changeableUntil, zone) })
            : m.booking_too_late()}
        </p>
      )}
      {booking.cancelTappedAt !== null && (
        <p className={styles.muted}>
          {m.booking_cancelled_late({ when: formatWeekdayMoment(booking.cancelTappedAt, zone) })}
        </p>
      )}
      {booking.status === 'booked' && <SessionRoom {...{ db, booking, nowMs }} />}
      <SessionBriefLink booking={booking} nowMs={nowMs} />
      <ProposalPart db={db} booking={booking} nowMs={nowMs} />
      {booking.status === 'booked' && <SessionCancel db={db} booking={booking} />}
      {actions && <div className={styles.actions}>{actions}</div>}
    </Card>
  )
}

/** When a time of a session is by the provider's clock, where that shows another one than this device's. */
function timeByHours(
  { role, timeZone }: Booking,
  { start }: Pick<Proposal, 'start'>,
): string | undefined {
  const time = timeThere(start, { viewer: deviceZone(), provider: timeZone })
  if (time === undefined) return undefined
  return role === 'client'
    ? m.booking_session_there({ time })
    : m.booking_session_own({ time, zone: zoneLabel(timeZone) })
}

export interface ProposalPartProps {
  db: UserDatabase
  booking: Booking
  nowMs: number
}

/** The other time that is proposed for a session, while it is open: a client answers, a provider may take it back. */
function ProposalPart({ db, booking, nowMs }: ProposalPartProps) {
  const proposal = openProposal(booking, nowMs)
  if (!proposal) return null
  return <OpenProposal key={proposal.start} db={db} booking={booking} proposal={proposal} />
}

interface OpenProposalProps {
  db: UserDatabase
  booking: Booking
  proposal: Proposal
}

function OpenProposal({ db, booking, proposal }: OpenProposalProps) {
  const online = useOnline()
  const [acting, setActing] = useState<'accept' | 'end'>()
  const [failure, setFailure] = useState<string>()
  const client = booking.role === 'client'
  const name = otherName(booking)
  const when = formatSpan(proposal, deviceZone())

  async function act(what: 'accept' | 'end') {
    if (acting || !online) return
    setActing(what)
    setFailure(undefined)
    try {
      if (what === 'accept') await acceptProposal(db, booking._id, proposal)
      else await endProposal(db, booking._id)
      showToast({ text: doneText(what), tone: what === 'accept' ? 'success' : 'plain' })
    } catch (error) {
      setFailure(serverWords(error) ?? m.booking_proposed_failed())
      // What the server refuses is not as it is shown here; without an answer there is nothing newer to show.
      await refreshResource(db, bookingsResource).catch(() => undefined)
    } finally {
      setActing(undefined)
    }
  }

  function doneText(what: 'accept' | 'end'): string {
    if (what === 'accept') return m.booking_proposed_accepted({ when })
    return client ? m.booking_proposed_declined() : m.booking_proposed_taken_back()
  }

  const whose = <VisuallyHidden>{m.booking_named({ name })}</VisuallyHidden>
  const byHours = client ? undefined : timeByHours(booking, proposal)
  const end = client ? m.booking_proposed_decline() : m.booking_proposed_take_back()
  return (
    <div className={styles.proposal}>
      <p>
        <strong>
          {client
            ? m.booking_proposed_to_you({ name, when })
            : m.booking_proposed_by_you({ name, when })}
        </strong>
      </p>
      <p className={styles.muted}>
        {byHours}
        {client && m.booking_proposed_yours()}{' '}
        {client &&
          m.booking_proposed_until({ when: formatWeekdayMoment(proposal.expiresAt, deviceZone()) })}
        {!online && <> {m.booking_propose_needs_connection()}</>}
      </p>
      <FailureBanner text={failure} />
      <div className={styles.actions}>
        {client && (
          <Button
            size="small"
            busy={acting === 'accept'}
            aria-disabled={!online}
            onClick={() => void act('accept')}
          >
            {m.booking_proposed_accept()} {whose}
          </Button>
        )}
        <Button
          look="secondary"
          size="small"
          busy={acting === 'end'}
          aria-disabled={!online}
          onClick={() => void act('end')}
        >
          {end} {whose}
        </Button>
      </div>
    </div>
  )
}
