import type { ModeReply } from '#contract/calendar/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { longDate } from '#src/lib/long-date.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from './calendar.module.css'

/** How a provider's Google calendar stands. */
export function GoogleState({ google }: Pick<ModeReply, 'google'>) {
  const { state, available, connectedAt } = google
  if (state === 'expired') return <Banner tone="danger">{m.calendar_google_expired()}</Banner>
  if (state === 'connected') {
    return (
      <>
        <Tag tone="success" icon="check">
          {m.calendar_google_connected()}
        </Tag>
        {connectedAt && (
          <p className={styles.muted}>{m.calendar_google_since({ date: longDate(connectedAt) })}</p>
        )}
      </>
    )
  }
  return (
    <p className={styles.muted}>
      {available ? m.calendar_google_text() : m.calendar_google_unset()}
    </p>
  )
}
