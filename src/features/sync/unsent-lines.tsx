import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { NoticeLine, noticeLinkClass } from '#src/ui/message/notice-line.tsx'

interface UnsentLinesProps {
  rows: readonly OutboxRow[]
}

/** What was refused or waits on this device, as lines of the NOTIFICATIONS box. */
export function UnsentLines({ rows }: UnsentLinesProps) {
  const refused = rows.filter(({ state }) => state === 'dead' || state === 'asks').length
  const waiting = rows.length - refused
  return (
    <>
      {refused > 0 && (
        <NoticeLine icon="alert" tone="danger">
          <Link className={noticeLinkClass} to="/not-sent">
            {m.sync_notifications_refused({ count: refused })}
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
