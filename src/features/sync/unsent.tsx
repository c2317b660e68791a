import { Link } from '@tanstack/react-router'
import { useIsBefore } from '#src/data/local-clock.ts'
import { defineLocal, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useConnection } from '#src/lib/online.ts'
import { undoableUntil, type OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { NoticeLine, noticeLinkClass } from '#src/ui/message/notice-line.tsx'

/** Everything that has not reached the server, in the order in which it was done. */
export const unsentResource = defineLocal({ key: 'sync.unsent', read: unsentOps })

/** What to show as not sent: while the server can be reached, without what its person can still take back. */
export function useUnsent(db: UserDatabase): readonly OutboxRow[] {
  const rows = useStored(db, unsentResource) ?? []
  const connection = useConnection()
  const untils = rows.map(undoableUntil).filter((until) => until !== undefined)
  const undoing = useIsBefore(untils.length > 0 ? Math.max(...untils) : undefined)
  if (connection !== 'online' || !undoing) return rows
  return rows.filter((row) => undoableUntil(row) === undefined)
}

interface UnsentLinesProps {
  rows: readonly OutboxRow[]
}

/** What was refused, asks or waits on this device, as lines of the NOTIFICATIONS box. */
export function UnsentLines({ rows }: UnsentLinesProps) {
  const refused = rows.filter(({ state }) => state === 'dead').length
  const asking = rows.filter(({ state }) => state === 'asks').length
  const waiting = rows.length - refused - asking
  return (
    <>
      {refused > 0 && (
        <NoticeLine icon="alert" tone="danger">
          <Link className={noticeLinkClass} to="/not-sent">
            {m.sync_notifications_refused({ count: refused })}
          </Link>
        </NoticeLine>
      )}
      {asking > 0 && (
        <NoticeLine icon="alert">
          <Link className={noticeLinkClass} to="/not-sent">
            {m.sync_notifications_asks({ count: asking })}
          </Link>
        </NoticeLine>
      )}
      {waiting > 0 && (
        <NoticeLine icon="clock">
          <Link className={noticeLinkClass} to="/not-sent">
            {m.sync_notifications_unsent({ count: waiting })}
          </Link>
        </NoticeLine>
      )}
    </>
  )
}
