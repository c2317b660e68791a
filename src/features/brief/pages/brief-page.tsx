import { Link } from '@tanstack/react-router'
import type { Booking } from '#contract/booking/model.ts'
import { useServerNow } from '#src/data/local-clock.ts'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { preload, useResource, useStored } from '#src/data/resource.ts'
import { isApart, isUpcoming, otherName } from '#src/features/booking/bookings-resource.ts'
import { sessionResource } from '#src/features/booking/week/week-resource.ts'
import { circleResource } from '#src/features/connections/connections-resource.ts'
import { openHelp } from '#src/features/safety/help/help.tsx'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment, formatSpan } from '#src/lib/dates.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { KnownBrief } from '#src/offline/features/brief.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { BriefEditor } from '../brief-editor.tsx'
import { briefResource, draftResource, takeBack } from '../brief-resource.ts'
import { BriefSheet } from '../brief-sheet.tsx'
import styles from '../brief.module.css'

export interface BriefPageProps {
  db: UserDatabase
  session: Session
  id: string
}

/** For the loader of the route. */
export async function preloadBrief(db: UserDatabase, id: string): Promise<void> {
  await Promise.all([
    preload(db, sessionResource, id),
    preload(db, briefResource, id),
    preload(db, draftResource, id),
    preload(db, circleResource),
  ])
}

/** What a client sends along for a session: they choose each part of it, and can take it back at any time. */
export function BriefPage({ db, session, id }: BriefPageProps) {
  const nowMs = useServerNow()
  const of = useResource(db, sessionResource, id)
  const { data: booking, refresh } = of
  const mine = booking?.role === 'client'
  return (
    <div className={styles.page}>
      <PageHeader
        title={m.brief_title()}
        text={mine && m.brief_text({ name: otherName(booking) })}
        back={
          <Link className={backLinkClass} to="/sessions/$id" params={{ id }}>
            {m.booking_session()}
          </Link>
        }
      />
      <Banner
        tone="warn"
        action={
          <Button look="secondary" size="small" icon="heart" onClick={openHelp}>
            {m.safety_open()}
          </Button>
        }
      >
        {m.brief_emergency()}
      </Banner>
      {mine ? (
        <BriefOf key={id} {...{ db, session, booking, nowMs }} />
      ) : booking || refresh.status === 'done' ? (
        <EmptyState emoji="🔎" title={m.booking_session_missing()} />
      ) : (
        <ResourceMissing
          of={of}
          skeleton={{ shape: 'block', count: 3 }}
          failed={m.booking_sessions_failed()}
          offline={m.booking_sessions_offline()}
        />
      )}
    </div>
  )
}

interface BriefOfProps extends Omit<BriefPageProps, 'id'> {
  booking: Booking
  nowMs: number
}

function BriefOf({ db, session, booking, nowMs }: BriefOfProps) {
  const { _id: id } = booking
  const of = useResource(db, briefResource, id)
  const draft = useStored(db, draftResource, id)
  useResource(db, circleResource)
  // What is stored: that nobody is in one's circle is known without a network too.
  const apart = isApart(booking, useStored(db, circleResource))
  const open = isUpcoming(booking, nowMs) && booking.with !== null
  const stands = booking.status === 'booked'
  return (
    <>
      <p className={styles.quiet}>{formatSpan(booking, deviceZone())}</p>
      {of.data && stands && <BriefState db={db} booking={booking} brief={of.data} />}
      <ResourceStale of={of} failed={m.brief_failed()} />
      {!open && (
        <EmptyState compact emoji="🗓️" title={stands ? m.brief_over() : m.brief_cancelled()} />
      )}
      {open && apart && (
        <EmptyState compact emoji="🤝" title={m.brief_apart({ name: otherName(booking) })} />
      )}
      {open && !apart && of.data && draft !== undefined && (
        <BriefEditor {...{ db, session, booking, brief: of.data, draft }} />
      )}
    </>
  )
}

interface BriefStateProps {
  db: UserDatabase
  booking: Booking
  brief: KnownBrief
}

/** Whether a brief is shown at this moment, what is in it, and its end. */
function BriefState({ db, booking, brief }: BriefStateProps) {
  const name = otherName(booking)

  async function stop() {
    try {
      await takeBack(db, { bookingId: booking._id, providerId: booking.with?._id ?? '' })
      showToast({ text: m.brief_taken_back(), tone: 'success' })
    } catch {
      showToast({ text: m.brief_take_back_failed(), tone: 'danger' })
    }
  }

  if (brief.state === 'none') return null
  return (
    <section className={styles.part} aria-label={m.brief_state()}>
      <Banner tone={tones[brief.state]} announced>
        {stateText(brief, name)}
      </Banner>
      {brief.content && booking.with && (
        <>
          <CardCollapsible title={m.brief_whole({ name })}>
            <BriefSheet content={brief.content} title={m.brief_title()} />
          </CardCollapsible>
          <div>
            <Button look="secondary" onClick={() => void stop()}>
              {m.brief_take_back()}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

const tones = {
  sent: 'success',
  waiting: 'offline',
  refused: 'danger',
  taking_back: 'offline',
  taken_back: 'info',
} as const

function stateText({ state, sentAt, refusal }: KnownBrief, name: string): string {
  switch (state) {
    case 'sent':
      return m.brief_sent({ name, when: sentAt ? formatMoment(sentAt) : '' })
    case 'waiting':
      return m.brief_waiting()
    case 'refused':
      return refusal ? term(refusal) : m.brief_refused()
    case 'taking_back':
      return m.brief_taking_back({ name })
    case 'taken_back':
    case 'none':
      return m.brief_taken_back()
  }
}
