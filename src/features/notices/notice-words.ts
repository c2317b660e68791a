import { noticeKinds, type Notice, type NoticeKind } from '#contract/notices/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { IconName } from '#src/ui/image/icon-paths.ts'

interface NoticeLook {
  readonly icon: IconName
  readonly words: (inputs: { name: string }) => string
}

/** How each kind is told; a new one does not compile until it has its words. */
const looks: Record<NoticeKind, NoticeLook> = {
  'connection.requested': { icon: 'bell', words: m.notices_requested },
  'connection.accepted': { icon: 'heart', words: m.notices_accepted },
  'message.received': { icon: 'chat', words: m.notices_message },
  'booking.booked': { icon: 'calendar', words: m.notices_booked },
  'booking.moved': { icon: 'calendar', words: m.notices_moved },
  'booking.cancelled': { icon: 'calendar', words: m.notices_cancelled },
  'booking.withdrawn': { icon: 'calendar', words: () => m.notices_withdrawn() },
  'booking.reminder': { icon: 'calendar', words: m.notices_reminder },
}

export function isKnownNotice(kind: string): kind is NoticeKind {
  return noticeKinds.some((known) => known === kind)
}

/** What happened, in words; of a kind that a newer server tells of, that there is news. */
export function noticeWords({ kind, person }: Pick<Notice, 'kind' | 'person'>): {
  icon: IconName
  text: string
} {
  const name = `${person.firstname} ${person.lastname}`
  if (!isKnownNotice(kind)) return { icon: 'bell', text: m.notices_unknown({ name }) }
  const { icon, words } = looks[kind]
  return { icon, text: words({ name }) }
}
