import type { ReactElement } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { OutboxRow } from '#src/offline/outbox-row.ts'
import { NoticeLine, noticeLinkClass } from '#src/ui/notice-line.tsx'

export interface UnsentLinesProps {
  rows: readonly OutboxRow[]
  /** Draws the link to the not-sent screen. */
  link: (props: { className: string | undefined; children: string }) => ReactElement
}

/** What was refused or waits on this device, as lines of the NOTIFICATIONS box. */
export function UnsentLines({ rows, link }: UnsentLinesProps) {
  const refused = rows.filter(({ state }) => state === 'dead' || state === 'asks').length
  const waiting = rows.length - refused
  return (
    <>
      {refused > 0 && (
        <NoticeLine icon="alert" tone="danger">
          {link({
            className: noticeLinkClass,
            children: m.sync_notifications_refused({ count: refused }),
          })}
        </NoticeLine>
      )}
      {waiting > 0 && (
        <NoticeLine icon="clock">
          {link({
            className: noticeLinkClass,
            children: m.sync_notifications_unsent({ count: waiting }),
          })}
        </NoticeLine>
      )}
    </>
  )
}
