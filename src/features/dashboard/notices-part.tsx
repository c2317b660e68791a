import { Link } from '@tanstack/react-router'
import type { Notice, NoticeKind } from '#contract/notices/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource, type Loaded } from '#src/data/resource.ts'
import { markRead, noticesResource } from '#src/features/notices/notices-resource.ts'
import { NoticesBox } from '#src/features/notices/notices-box.tsx'
import { isKnownNotice, noticeLabel } from '#src/features/notices/notice-labels.ts'
import { UnsentLines } from '#src/features/sync/unsent-lines.tsx'
import { useUnsent } from '#src/features/sync/unsent.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { NoticeLine, noticeLinkClass } from '#src/ui/message/notice-line.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { asMember } from '#src/session/as-member.ts'
import styles from './dashboard.module.css'

/** What every feature has to say to the person: first what waits on this device, then what happened, newest first. */
export function NoticesPart({ db }: { db: UserDatabase }) {
  const rows = useUnsent(db)
  const of = useResource(db, noticesResource)
  const notices = of.data ?? []

  async function markAll() {
    try {
      await asMember(db, (token) => markRead(db, token, notices))
    } catch {
      showToast({ text: m.notices_mark_failed(), tone: 'danger' })
    }
  }

  const empty = rows.length === 0 && notices.length === 0
  return (
    <NoticesBox
      empty={empty}
      onRead={notices.length > 0 ? () => void markAll() : undefined}
      failed={
        of.refresh.error !== undefined &&
        (empty ? (
          <ResourceMissing of={of} compact skeleton={{ count: 2 }} failed={m.notices_failed()} />
        ) : (
          <NotNewest of={of} />
        ))
      }
    >
      <UnsentLines rows={rows} />
      {notices.map((notice) => (
        <HappenedLine key={notice._id} notice={notice} />
      ))}
    </NoticesBox>
  )
}

/** The newest could not be read: the lines are what this device knew. Offline, the shell says so already. */
function NotNewest({ of: { refresh } }: { of: Loaded<unknown> }) {
  const online = useOnline()
  return online && <p className={styles.note}>{failureText(refresh.error, m.notices_failed())}</p>
}

function HappenedLine({ notice }: { notice: Notice }) {
  const { icon, text } = noticeLabel(notice)
  const { kind } = notice
  return (
    <NoticeLine icon={icon} when={formatDate(notice.createdAt)}>
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
  }
}
