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
} from '#contract/booking/cancel.ts'
import { changeableUntilMs } from '#contract/booking/model.ts'
import { laneOf } from '#contract/commands.ts'
import { ormOn, type Statements } from '#server/db/orm.ts'
import { lockPeople } from '#server/db/transaction.ts'
import { returnCredit } from '#server/features/payments/index.ts'
import type { Applier, ApplyContext, Outcome } from '#server/features/sync/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { anyMember } from '#server/http/routing/route.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import { roleIn, takesPart } from './policy.ts'
import type { BookingRepo, BookingRow } from './repo.ts'
import type { SideEffects } from './side-effects.ts'

export interface BookingCommandDeps {
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

const hourMs = 3_600_000

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
