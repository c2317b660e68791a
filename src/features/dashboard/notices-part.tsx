import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { Notice, NoticeKind } from '#contract/notices/model.ts'
import { markRead, readUnread, refreshNotices } from '#src/features/notices/kept-notices.ts'
import { NoticesBox } from '#src/features/notices/notices-box.tsx'
import { isKnownNotice, noticeWords } from '#src/features/notices/notice-words.ts'
import { UnsentLines } from '#src/features/sync/unsent-lines.tsx'
import { useLateRows } from '#src/features/sync/use-late-rows.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { NoticeLine, noticeLinkClass } from '#src/ui/message/notice-line.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { asMember } from '#src/session/as-member.ts'
import styles from './dashboard.module.css'

/** What every feature has to tell the person: first what waits on this device, then what happened, newest first. */
export function NoticesPart({ db }: { db: UserDatabase }) {
  const rows = useLateRows(useLiveQuery(() => unsentOps(db), [db]) ?? [])
  const notices = useLiveQuery(() => readUnread(db), [db]) ?? []
  const { refresh, again } = useRefresh(() => asMember(db, (token) => refreshNotices(db, token)))

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
      failed={refresh.error !== undefined && <NotNewest {...{ empty, refresh, again }} />}
    >
      <UnsentLines rows={rows} />
      {notices.map((notice) => (
        <HappenedLine key={notice._id} notice={notice} />
      ))}
    </NoticesBox>
  )
}

interface NotNewestProps {
  /** Nothing stands here at all. */
  empty: boolean
  refresh: Refresh
  again: () => void
}

/** The server could not be asked: what stands here is what this device knew. Offline, the shell says so already. */
function NotNewest({ empty, refresh, again }: NotNewestProps) {
  const online = useOnline()
  const failed = failureText(refresh.error, m.notices_failed())
  if (!empty) return online && <p className={styles.note}>{failed}</p>
  if (refresh.status === 'loading') return <Skeleton count={2} />
  return online ? <ErrorState compact title={failed} onRetry={again} /> : <OfflineState compact />
}

function HappenedLine({ notice }: { notice: Notice }) {
  const { icon, text } = noticeWords(notice)
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
    case 'booking.booked':
    case 'booking.moved':
    case 'booking.cancelled':
    case 'booking.withdrawn':
    case 'booking.reminder':
      return <Link className={noticeLinkClass} to="/sessions" {...props} />
  }
}
