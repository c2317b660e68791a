import { Link } from '@tanstack/react-router'
import type { SharedBrief } from '#contract/brief/model.ts'
import type { Booking } from '#contract/booking/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { isNotFound, useRemote, useResource } from '#src/data/resource.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import { otherName } from '#src/features/booking/session-status.ts'
import { sessionResource } from '#src/features/booking/week/week-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deviceZone, formatMoment, formatSpan } from '#src/lib/dates.ts'
import { useStore } from '#src/lib/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { BriefSheet } from '../brief-sheet.tsx'
import { sharedBriefRemote } from '../brief-resource.ts'
import styles from '../brief.module.css'

/** The brief that a client sent along, for the provider of the session. It is fetched for each look and stored nowhere. */
export function ClientBriefPage({ db, id }: { db: UserDatabase; id: string }) {
  // What is taken back goes from the screen before it is asked for again.
  const of = useRemote(db, sharedBriefRemote, id, useStore(sharingNews))
  const booking = useResource(db, sessionResource, id).data
  const missing =
    (of.refresh.status === 'failed' && isNotFound(of.refresh.error)) ||
    booking?.status === 'cancelled'
  return (
    <div className={styles.page}>
      <PageHeader
        title={m.brief_title()}
        text={m.brief_client_text()}
        back={
          <Link className={backLinkClass} to="/sessions/$id" params={{ id }}>
            {m.booking_session()}
          </Link>
        }
      />
      {missing && <EmptyState emoji="🔒" title={m.brief_client_missing()} />}
      {!missing && of.data === undefined && (
        <ResourceMissing
          of={of}
          skeleton={{ shape: 'card', count: 2 }}
          failed={m.brief_client_failed()}
          offline={m.brief_client_offline()}
        />
      )}
      {!missing && of.data && <ReadBrief brief={of.data} booking={booking} />}
    </div>
  )
}

function ReadBrief({ brief, booking }: { brief: SharedBrief; booking: Booking | undefined }) {
  return (
    <>
      <div className={styles.tools}>
        <Button look="secondary" onClick={() => print()}>
          {m.brief_print()}
        </Button>
      </div>
      <div data-print>
        <SharedBriefSheet
          brief={brief}
          title={
            booking
              ? m.brief_of({
                  name: otherName(booking),
                  when: formatSpan(booking, deviceZone()),
                })
              : m.brief_title()
          }
        />
      </div>
    </>
  )
}

/** A brief that was sent; its person sees it as the same. */
export function SharedBriefSheet({ brief, title }: { brief: SharedBrief; title: string }) {
  const when = formatMoment(brief.sentAt)
  return <BriefSheet content={brief.content} title={title} text={m.brief_sent_on({ when })} />
}
