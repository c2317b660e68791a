import type { NoticeKind } from '#contract/notices/model.ts'
import type { PushKind } from '#contract/push/model.ts'

/** How news becomes a notification on the person's devices. */
export interface NoticePush {
  readonly kind: PushKind
  /** `each`: every one is sent; `untilRead`: one, until the person has seen it. */
  readonly again: 'each' | 'untilRead'
  /** Whoever reads it in the app meanwhile is not told. */
  readonly afterSeconds: number
  /** Whoever could not be reached by then is not told either. */
  readonly lifeSeconds: number
}

const hourSeconds = 3_600
const session = { again: 'each', afterSeconds: 0, lifeSeconds: 24 * hourSeconds } as const

/** A kind of notice without a notification does not compile. */
export const pushOfNotice = {
  'connection.requested': {
    kind: 'request.received',
    again: 'untilRead',
    afterSeconds: 20,
    lifeSeconds: 48 * hourSeconds,
  },
  'connection.accepted': {
    kind: 'request.accepted',
    again: 'untilRead',
    afterSeconds: 20,
    lifeSeconds: 48 * hourSeconds,
  },
  'message.received': {
    kind: 'message',
    again: 'untilRead',
    afterSeconds: 20,
    lifeSeconds: 24 * hourSeconds,
  },
  'booking.booked': { kind: 'session.changed', ...session },
  'booking.moved': { kind: 'session.changed', ...session },
  'booking.cancelled': { kind: 'session.changed', ...session },
  'booking.proposed': { kind: 'session.changed', ...session },
  'booking.accepted': { kind: 'session.changed', ...session },
  'booking.declined': { kind: 'session.changed', ...session },
  'booking.withdrawn': { kind: 'session.changed', ...session },
  'payment.paid': { kind: 'session.changed', ...session },
  'payment.changed': { kind: 'session.changed', ...session },
  'pack.received': {
    kind: 'pack.received',
    again: 'each',
    afterSeconds: 20,
    lifeSeconds: 48 * hourSeconds,
  },
  'booking.reminder': { kind: 'session.reminder', ...session, lifeSeconds: hourSeconds },
} as const satisfies Record<NoticeKind, NoticePush>
