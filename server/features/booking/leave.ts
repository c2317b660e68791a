import pg from 'pg'
import { newestAdultBirthDate, utcDate } from '#contract/local-date.ts'
import { type Transaction, ormOn, type Statements } from '#server/db/orm.ts'
import { withdrawNotice } from '#server/features/notices/index.ts'
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

export interface WithdrawDeps {
  readonly repo: BookingRepo
  readonly sideEffects: SideEffects
  readonly now: () => number
  readonly newId: () => string
}

/** Takes back sessions to come, in the transaction of what forbids them. */
export interface Withdraw {
  /** Two people of whom one blocks the other. The caller holds the lock of the pair. */
  readonly between: (client: pg.PoolClient, oneId: string, otherId: string) => Promise<void>
  /** A connection that ends: sessions that are booked stay, and nothing is proposed for them any more. */
  readonly proposalsBetween: (
    client: pg.PoolClient,
    pair: { readonly clientId: string; readonly providerId: string },
  ) => Promise<void>
  /** A provider who no longer sees people under 18, and those. The caller holds the provider's lock (`lockPeople`). */
  readonly withMinors: (client: pg.PoolClient, providerId: string) => Promise<void>
}

/**
 * What the product cancels for the safety of the two: the credit goes back whatever the notice time, both are told, and
 * neither is named as who cancelled. Whoever books holds the same locks, so that no session slips in beside it.
 */
export function createWithdraw({ repo, sideEffects, now, newId }: WithdrawDeps): Withdraw {
  async function cancelAll(tx: Statements, sessions: readonly BookingRow[], at: Date) {
    for (const session of sessions) {
      const booking = authorize(undefined, session, theProductMay)
      await repo.cancel(tx, booking, { cancelledBy: 'zync', updatedAt: at })
      const { id: bookingId, paymentId } = booking
      await returnCredit(tx, { paymentId, bookingId }, { at, newId })
      await sideEffects.follow(tx, { ...booking, sequence: booking.sequence + 1 }, 'cancelled')
    }
  }

  return {
    async between(client, oneId, otherId) {
      const tx = ormOn(client)
      const at = new Date(now())
      await cancelAll(tx, await repo.lockBetween(tx, oneId, otherId, at), at)
    },
    async proposalsBetween(client, { clientId, providerId }) {
      const pair = authorize(undefined, { clientId, providerId }, theProductMay)
      for (const aboutId of await repo.endProposalsBetween(ormOn(client), pair)) {
        await withdrawNotice(client, { userId: clientId, kind: 'booking.proposed', aboutId })
      }
    },
    async withMinors(client, providerId) {
      const tx = ormOn(client)
      const at = new Date(now())
      const bornAfter = newestAdultBirthDate(utcDate(at.getTime()))
      await cancelAll(tx, await repo.lockWithYoung(tx, providerId, bornAfter, at), at)
    },
  }
}

/** What forbids a session has been decided by whoever was allowed to; its end asks nobody any more. */
function theProductMay(): 'allow' {
  return 'allow'
}
