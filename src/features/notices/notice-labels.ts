import { noticeKinds, type Notice, type NoticeKind } from '#contract/notices/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { IconName } from '#src/ui/image/icon-paths.ts'

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
  'booking.reminder': { icon: 'calendar', text: m.notices_reminder },
}

export function isKnownNotice(kind: string): kind is NoticeKind {
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
