import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { noticeKinds, type Notice, type NoticeKind } from '#contract/notices/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { NoticeLine, noticeLinkClass } from '#src/ui/message/notice-line.tsx'
import styles from './notices-box.module.css'

interface NoticesBoxProps {
  /** True where there is no line at all. */
  empty: boolean
  /** Lines of every feature that has something to say, each a `NoticeLine`. */
  children: ReactNode
  /** Marks what happened as read; absent where nothing did. */
  onRead: (() => void) | undefined
  /** The way to everything that happened. */
  all: ReactNode
  /** Says that the newest could not be read; false while they could. */
  failed: ReactNode
}

/** Spec 2: the NOTIFICATIONS box; decisions: with real events, or in one line that there are none. */
export function NoticesBox({ empty, children, onRead, all, failed }: NoticesBoxProps) {
  if (empty && !failed) {
    return (
      <Card className={styles.quiet}>
        <h2 className={styles.title}>{m.sync_notifications_title()}</h2>
        <p className={styles.note}>{m.sync_notifications_empty()}</p>
        {all}
      </Card>
    )
  }
  return (
    <Card>
      <CardHeader title={m.sync_notifications_title()} />
      <CardBody>
        {!empty && <ul className={styles.lines}>{children}</ul>}
        {failed}
        <div className={styles.actions}>
          {onRead && (
            <Button look="secondary" size="small" icon="check" onClick={onRead}>
              {m.notices_mark_read()}
            </Button>
          )}
          {all}
        </div>
      </CardBody>
    </Card>
  )
}

interface NoticeLabel {
  readonly icon: IconName
  readonly text: (inputs: { name: string }) => string
}

/** How each kind is shown; a new one does not compile until it has its text. */
const labels: Record<NoticeKind, NoticeLabel> = {
  'connection.requested': { icon: 'bell', text: m.notices_requested },
  'connection.accepted': { icon: 'heart', text: m.notices_accepted },
  'message.received': { icon: 'chat', text: m.notices_message },
  'booking.booked': { icon: 'calendar', text: m.notices_booked },
  'booking.moved': { icon: 'calendar', text: m.notices_moved },
  'booking.cancelled': { icon: 'calendar', text: m.notices_cancelled },
  'booking.proposed': { icon: 'calendar', text: m.notices_proposed },
  'booking.accepted': { icon: 'calendar', text: m.notices_time_accepted },
  'booking.declined': { icon: 'calendar', text: m.notices_declined },
  'booking.withdrawn': { icon: 'calendar', text: () => m.notices_withdrawn() },
  'booking.provider_left': { icon: 'calendar', text: () => m.notices_provider_left() },
  'booking.reminder': { icon: 'calendar', text: m.notices_reminder },
  'calendar.expired': { icon: 'calendar', text: () => m.notices_calendar_expired() },
  'pack.received': { icon: 'library', text: m.notices_pack },
  'payment.paid': { icon: 'heart', text: () => m.notices_paid() },
  'payment.changed': { icon: 'bell', text: () => m.notices_price_changed() },
  'payment.provider_left': { icon: 'bell', text: () => m.notices_sessions_lost() },
}

function isKnownNotice(kind: string): kind is NoticeKind {
  return noticeKinds.some((known) => known === kind)
}

/** What happened; of a kind that only a newer build knows, that there is news. */
export function noticeLabel({ kind, person }: Pick<Notice, 'kind' | 'person'>): {
  icon: IconName
  text: string
} {
  const name = `${person.firstname} ${person.lastname}`
  if (!isKnownNotice(kind)) return { icon: 'bell', text: m.notices_unknown({ name }) }
  const { icon, text } = labels[kind]
  return { icon, text: text({ name }) }
}

interface HappenedLineProps {
  notice: Notice
  /** When it happened, in words. */
  when: string
}

/** What happened to the person, leading to its place. */
export function HappenedLine({ notice, when }: HappenedLineProps) {
  const { icon, text } = noticeLabel(notice)
  const { kind } = notice
  return (
    <NoticeLine icon={icon} when={when}>
      {isKnownNotice(kind) ? (
        <NoticeLink kind={kind} notice={notice}>
          {text}
        </NoticeLink>
      ) : (
        <span>{text}</span>
      )}
    </NoticeLine>
  )
}

interface NoticeLinkProps {
  kind: NoticeKind
  notice: Notice
  children: string
}

/** Where each kind leads; a new one does not compile until it says so. */
function NoticeLink({ kind, notice, ...props }: NoticeLinkProps) {
  switch (kind) {
    case 'connection.requested':
      return <Link className={noticeLinkClass} to="/connection-requests" {...props} />
    case 'connection.accepted': {
      const params = { id: notice.person.id }
      return (
        <Link className={noticeLinkClass} to="/service-providers/$id" params={params} {...props} />
      )
    }
    case 'message.received':
      return (
        <Link
          className={noticeLinkClass}
          to="/chats"
          search={{ with: notice.person.id }}
          {...props}
        />
      )
    case 'booking.booked':
    case 'booking.moved':
    case 'booking.cancelled':
    case 'booking.proposed':
    case 'booking.accepted':
    case 'booking.declined':
    case 'booking.withdrawn':
    case 'booking.provider_left':
    case 'booking.reminder': {
      // Its own page has it also once it is canceled, and says so of one that is gone.
      const params = { id: notice.aboutId }
      return <Link className={noticeLinkClass} to="/sessions/$id" params={params} {...props} />
    }
    case 'calendar.expired': {
      const search = { tab: 'calendar' } as const
      return <Link className={noticeLinkClass} to="/edit-profile" search={search} {...props} />
    }
    case 'pack.received':
      return <Link className={noticeLinkClass} to="/library/packs" {...props} />
    case 'payment.paid':
    case 'payment.changed':
    case 'payment.provider_left':
      return <Link className={noticeLinkClass} to="/payment" {...props} />
  }
}
