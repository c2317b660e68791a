import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { Notice, NoticeKind } from '#contract/notices/model.ts'
import { markRead, readUnread, refreshNotices } from '#src/features/notices/kept-notices.ts'
import { NoticesBox } from '#src/features/notices/notices-box.tsx'
import { isKnownNotice, noticeWords } from '#src/features/notices/notice-words.ts'
import { UnsentLines, type UnsentLinesProps } from '#src/features/sync/unsent-lines.tsx'
import { useLateRows } from '#src/features/sync/use-late-rows.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { longDate } from '#src/lib/long-date.ts'
import { useOnline } from '#src/lib/online.ts'
import { useRefresh } from '#src/lib/use-refresh.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { unsentOps } from '#src/offline/outbox.ts'
import { NoticeLine, noticeLinkClass } from '#src/ui/notice-line.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import { asMember } from '../queue-auth.ts'
import styles from './dashboard.module.css'

/** What every feature has to tell the person: first what waits on this device, then what happened, newest first. */
export function NoticesPart({ db }: { db: UserDatabase }) {
  const online = useOnline()
  const rows = useLateRows(useLiveQuery(() => unsentOps(db), [db]) ?? [])
  const notices = useLiveQuery(() => readUnread(db), [db]) ?? []
  const { refresh } = useRefresh(() => asMember(db, (token) => refreshNotices(db, token)))

  async function markAll() {
    try {
      await asMember(db, (token) => markRead(db, token, notices))
    } catch {
      showToast({ text: m.notices_mark_failed(), tone: 'danger' })
    }
  }

  return (
    <NoticesBox
      empty={rows.length === 0 && notices.length === 0}
      onRead={notices.length > 0 ? () => void markAll() : undefined}
      failed={refresh === 'failed' && online && <p className={styles.note}>{m.notices_failed()}</p>}
    >
      <UnsentLines rows={rows} link={notSentLink} />
      {notices.map((notice) => (
        <HappenedLine key={notice._id} notice={notice} />
      ))}
    </NoticesBox>
  )
}

function HappenedLine({ notice }: { notice: Notice }) {
  const { icon, text } = noticeWords(notice)
  const { kind } = notice
  return (
    <NoticeLine icon={icon} when={longDate(notice.createdAt)}>
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
    case 'booking.withdrawn':
    case 'booking.reminder':
      return <Link className={noticeLinkClass} to="/sessions" {...props} />
  }
}

const notSentLink: UnsentLinesProps['link'] = (props) => <Link to="/not-sent" {...props} />
