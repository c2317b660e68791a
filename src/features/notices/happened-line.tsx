import { Link } from '@tanstack/react-router'
import type { Notice, NoticeKind } from '#contract/notices/model.ts'
import { NoticeLine, noticeLinkClass } from '#src/ui/message/notice-line.tsx'
import { isKnownNotice, noticeLabel } from './notices-box.tsx'

export interface HappenedLineProps {
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
    case 'booking.proposed':
    case 'booking.accepted':
    case 'booking.declined': {
      const params = { id: notice.aboutId }
      return <Link className={noticeLinkClass} to="/sessions/$id" params={params} {...props} />
    }
    case 'booking.booked':
    case 'booking.moved':
    case 'booking.cancelled':
    case 'booking.withdrawn':
    case 'booking.reminder':
      return <Link className={noticeLinkClass} to="/sessions" {...props} />
    case 'pack.received':
      return <Link className={noticeLinkClass} to="/library/packs" {...props} />
    case 'payment.paid':
    case 'payment.changed':
      return <Link className={noticeLinkClass} to="/payment" {...props} />
  }
}
