import pg from 'pg'
import {
  bookingCancelSchema,
  cancelCountsUntilMs,
  cancelRefusals,
  clockSkewMsMax,
  lateCancelDays,
  lateCancelHoursMax,
  lateCancelsMax,
  type BookingCancel,
  type CancelReceipt,
  changeableUntilMs,
} from '#contract/booking/model.ts'
import { laneOf } from '#contract/commands.ts'
import { newestAdultBirthDate, utcDate, hourMs } from '#contract/local-date.ts'
import { ormOn, type Statements, lockPeople, type Transaction } from '#server/db/orm.ts'
import type { Hooks } from '#server/feature.ts'
import { withdrawNotice } from '#server/features/notices/index.ts'
import { returnCredit } from '#server/features/payments/index.ts'
import type { Applier, ApplyContext, Outcome } from '#server/features/sync/index.ts'
import { anyMember } from '#server/http/routing/route.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { releaseAllOf } from './holds.ts'
import { roleIn, takesPart } from './policy.ts'
import type { BookingRepo, BookingRow } from './repo.ts'
import type { SideEffects } from './side-effects.ts'

interface BookingCommandDeps {
  readonly repo: BookingRepo
  readonly sideEffects: SideEffects
  readonly changeNoticeHours: number
  readonly newId: () => string
}

/** How the server carries out the cancels that a device queued. */
export function bookingCommands(deps: BookingCommandDeps) {
  const cancel: Applier<BookingCancel> = {
    policy: anyMember,
    lane: (given) => laneOf('booking.cancel', given),
    schema: () => bookingCancelSchema,
    // Each locks two people: those of several sessions would not be locked in one order.
    batchMax: 1,
    async apply(context, ops) {
      const outcomes: Outcome[] = []
      for (const { payload } of ops) outcomes.push(await cancelQueued(deps, context, payload))
      return outcomes
    },
  }
  return { 'booking.cancel': cancel }
}

async function cancelQueued(
  deps: BookingCommandDeps,
  { client, actor, nowMs }: ApplyContext,
  given: BookingCancel,
): Promise<Outcome> {
  const { repo, sideEffects, newId } = deps
  const tx = ormOn(client)
  const { bookingId } = given
  const before = await repo.find(tx, bookingId)
  if (!before || takesPart(actor, before) !== 'allow') return refused('not_found')
  const { clientId, providerId } = before
  await lockPeople(tx, clientId, ...(providerId === null ? [] : [providerId]))
  const row = await repo.lock(tx, bookingId)
  if (!row) return refused('not_found')
  const booking = authorize(actor, row, takesPart)
  // Cancelled is what they wished it to be, whoever did it.
  if (booking.status === 'cancelled') return { status: 'superseded', result: receiptOf(booking) }
  const refusal = await refusalOf(deps, { tx, actor, nowMs }, booking, given)
  if (refusal !== undefined && refusal !== 'late') return refusal
  const at = new Date(nowMs)
  const cancelledBy = roleIn(actor, booking) ?? 'client'
  const late = refusal === 'late' ? { cancelTappedAt: new Date(given.tappedAt) } : {}
  await repo.cancel(tx, booking, { cancelledBy, updatedAt: at, ...late })
  await returnCredit(tx, { paymentId: booking.paymentId, bookingId }, { at, newId })
  const sequence = booking.sequence + 1
  await sideEffects.follow(tx, { ...booking, sequence }, 'cancelled')
  return {
    status: 'applied',
    result: receiptOf({ id: bookingId, cancelledBy, sequence, updatedAt: at }),
  }
}

/** Why a session stays; `late` where it is cancelled although the notice time is over, undefined where that is not. */
async function refusalOf(
  { repo, changeNoticeHours }: BookingCommandDeps,
  { tx, actor, nowMs }: { tx: Statements; actor: Actor; nowMs: number },
  booking: Authorized<BookingRow>,
  given: BookingCancel,
): Promise<Outcome | 'late' | undefined> {
  const startMs = booking.startsAt.getTime()
  const role = roleIn(actor, booking) ?? 'client'
  const changeableMs = changeableUntilMs(role, startMs, changeNoticeHours)
  const tappedMs = Date.parse(given.tappedAt)
  if (booking.sequence !== given.sequence) return refused('wrong_state', cancelRefusals.moved)
  if (nowMs >= startMs) return refused('too_late', cancelRefusals.begun)
  if (nowMs < changeableMs) return undefined
  if (tappedMs > nowMs + clockSkewMsMax) return refused('too_late', cancelRefusals.clock)
  if (tappedMs >= changeableMs) return refused('too_late')
  const countsUntilMs = cancelCountsUntilMs(given, { startMs, changeableMs })
  if (nowMs >= countsUntilMs) {
    const waitedMs = nowMs - tappedMs
    const tooLong = waitedMs >= lateCancelHoursMax * hourMs
    return refused('too_late', tooLong ? cancelRefusals.tooLong : cancelRefusals.clock)
  }
  const since = new Date(nowMs - lateCancelDays * 24 * hourMs)
  const counted = await repo.lateCancels(tx, booking, since)
  return counted < lateCancelsMax ? 'late' : refused('too_late', cancelRefusals.tooMany)
}

function refused(code: 'not_found' | 'too_late' | 'wrong_state', message?: string): Outcome {
  return { status: 'rejected', code, ...(message !== undefined && { message }) }
}

function receiptOf(
  booking: Pick<BookingRow, 'id' | 'cancelledBy' | 'sequence' | 'updatedAt'>,
): CancelReceipt {
  return {
    bookingId: booking.id,
    cancelledBy: booking.cancelledBy,
    sequence: booking.sequence,
    updatedAt: booking.updatedAt.toISOString(),
  }
}

/** Settles the sessions to come of somebody whose account is about to go, and names those they would have given. */
type LeaveSessions = (tx: Transaction, userId: string) => Promise<string[]>

/**
 * What has to happen to the sessions of somebody whose account is about to go, in the same transaction: the other one is
 * told, a provider's clients get their credits back, and the Google calendar of a client's provider forgets. The caller holds
 * the account's row, so that no session is added meanwhile.
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
    const given: string[] = []
    for (const booking of await repo.upcomingOf(tx, userId, at)) {
      if (booking.clientId === userId) {
        await leaveProvider(tx, booking)
        continue
      }
      await leaveClient(tx, booking, at)
      given.push(booking.id)
    }
    return given
  }

  /** The session goes with its client. */
  async function leaveProvider(tx: Transaction, booking: BookingRow): Promise<void> {
    await sideEffects.touchCalendar(tx, booking)
    if (booking.providerId !== null) await sideEffects.leaveAlone(tx, booking.providerId, booking)
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

interface WithdrawDeps {
  readonly repo: BookingRepo
  readonly sideEffects: SideEffects
  readonly now: () => number
  readonly newId: () => string
}

/** Takes back sessions to come, in the transaction of what forbids them. */
interface Withdraw {
  /** Two people of whom one blocks the other. The caller holds the lock of the pair. */
  readonly between: (client: pg.PoolClient, oneId: string, otherId: string) => Promise<void>
  /** A connection that ends: sessions that are booked stay, and nothing is proposed for them any more. */
  readonly proposalsBetween: (
    client: pg.PoolClient,
    pair: { readonly clientId: string; readonly providerId: string },
  ) => Promise<void>
  /**
   * Of a provider who no longer sees people under 18 and those, or all of somebody whose account is closed, with the slots
   * that are held for or of them. The caller holds the person's lock (`lockPeople`).
   */
  readonly of: Hooks['withdrawSessions']
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
      const at = new Date(now())
      for (const aboutId of await repo.endProposalsBetween(ormOn(client), pair, at)) {
        await withdrawNotice(client, { userId: clientId, kind: 'booking.proposed', aboutId })
      }
    },
    async of(client, personId, which) {
      const tx = ormOn(client)
      const at = new Date(now())
      if (which === 'all') {
        await releaseAllOf(tx, personId)
        await cancelAll(tx, await repo.upcomingOf(tx, personId, at), at)
        return
      }
      const bornAfter = newestAdultBirthDate(utcDate(at.getTime()))
      await cancelAll(tx, await repo.lockWithYoung(tx, personId, bornAfter, at), at)
    },
  }
}

/** What forbids a session has been decided by whoever was allowed to; its end asks nobody any more. */
function theProductMay(): 'allow' {
  return 'allow'
}
