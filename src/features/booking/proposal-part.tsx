import { useState } from 'react'
import type { Booking, Proposal } from '#contract/booking/model.ts'
import { refreshResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deviceZone, formatSpan, formatWeekdayMoment } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { acceptProposal, endProposal } from './booking-data.ts'
import styles from './booking.module.css'
import { bookingsResource } from './bookings-resource.ts'
import { openProposal, otherName } from './session-status.ts'

export interface ProposalPartProps {
  db: UserDatabase
  booking: Booking
  nowMs: number
}

/** The other time that is proposed for a session, while it is open: a client answers, a provider may take it back. */
export function ProposalPart({ db, booking, nowMs }: ProposalPartProps) {
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
  // A provider reads what they proposed by the clock that they chose it by.
  const when = formatSpan(proposal, client ? deviceZone() : booking.timeZone)

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
        {client && m.booking_proposed_yours()}{' '}
        {client &&
          m.booking_proposed_until({ when: formatWeekdayMoment(proposal.expiresAt, deviceZone()) })}
        {!online && <> {m.booking_propose_needs_connection()}</>}
      </p>
      {failure !== undefined && (
        <div role="alert">
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
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
