import type { Transaction } from '#server/db/orm.ts'
import { returnCredit } from '#server/features/payments/index.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { SideEffects } from './side-effects.ts'
import type { BookingRepo, BookingRow } from './repo.ts'

/** Settles the sessions to come of somebody whose account is about to go. */
export type LeaveSessions = (tx: Transaction, userId: string) => Promise<void>

/**
 * What has to happen to the sessions of somebody whose account is about to go, in the same transaction: the other one is
 * told, a provider's clients get their credits back, and Google's calendar forgets. The caller holds the account's row,
 * so that no session is added meanwhile.
 */
export function createLeave(deps: {
  repo: BookingRepo
  sideEffects: SideEffects
  now: () => number
  newId: () => string
}): LeaveSessions {
  const { repo, sideEffects, now, newId } = deps

  return async (tx, userId) => {
    const at = new Date(now())
    for (const booking of await repo.upcomingOf(tx, userId, at)) {
      if (booking.clientId === userId) await leaveProvider(tx, booking)
      else await leaveClient(tx, booking, at)
    }
  }

  /** The session goes with its client. */
  async function leaveProvider(tx: Transaction, booking: BookingRow): Promise<void> {
    await sideEffects.touchCalendar(tx, booking)
    if (booking.providerId !== null) {
      await sideEffects.mailLeftAlone(tx, booking.providerId, booking.startsAt)
    }
  }

  async function leaveClient(tx: Transaction, booking: BookingRow, at: Date): Promise<void> {
    const mine = authorize(undefined, booking, leaversMayCancel)
    await repo.cancel(tx, mine, { cancelledBy: 'provider', updatedAt: at })
    const { id: bookingId, paymentId } = booking
    await returnCredit(tx, { paymentId, bookingId }, { at, newId })
    await sideEffects.follow(tx, { ...booking, sequence: booking.sequence + 1 }, 'cancelled')
  }
}

/** Whoever deletes their account has proved who they are, and can come to no session. */
function leaversMayCancel(): 'allow' {
  return 'allow'
}
