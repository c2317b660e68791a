import type { Api } from '#contract/api.ts'
import type { Booking } from '#contract/booking/model.ts'
import type { BodyOutput } from '#contract/endpoint.ts'
import { lockPeople } from '#server/db/people-lock.ts'
import { creditsLeft, returnCredit, takeCredit } from '#server/features/payments/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { dealableIn, found, own, type BookingDeps } from './dealing.ts'
import {
  moveSession,
  requireFree,
  requireOpen,
  slotIn,
  taken,
  timesOf,
  withBothLocked,
} from './placing.ts'
import { isClientOf, mayMove, takesPart } from './policy.ts'
import type { BookingRow, NewBooking } from './repo.ts'

/** One credit and one slot in one transaction. Throws what the contract says of `book`. */
export async function book(
  deps: BookingDeps,
  actor: Actor,
  given: BodyOutput<Api['book']>,
): Promise<Booking> {
  const { repo, availability, sideEffects, now, newId } = deps
  const providerId = await dealableIn(deps, deps.pool, actor, given.serviceProviderId)
  await deps.changes.take(actor.userId)
  const slot = slotIn(given)
  const clientId = actor.userId
  await requireSessions(deps, actor, providerId)
  const place = await availability.check({ providerId }, slot)
  const { timeZone, durationMinutes } = place
  const at = new Date(now())
  const bookingId = newId()
  await withBothLocked(deps, { clientId, providerId }, async (tx, client) => {
    // A block, or the end of the provider's clearance, may have come since: it waits for these locks from now on.
    await dealableIn(deps, client, actor, providerId)
    await requireFree(deps, tx, { providerId }, place)
    const holder = { userId: clientId, providerId }
    const session = { bookingId, durationMinutes }
    const paymentId = await takeCredit(tx, holder, session, { at, newId })
    if (paymentId === undefined) throw new ProblemError('no_sessions')
    const booking = {
      id: bookingId,
      clientId,
      providerId,
      paymentId,
      ...timesOf(slot),
      timeZone,
      status: 'booked',
      sequence: 0,
      createdAt: at,
      updatedAt: at,
    } as const satisfies NewBooking
    const outcome = await repo.insert(tx, authorize(actor, booking, isClientOf))
    if (outcome !== 'inserted') throw taken(outcome)
    await sideEffects.follow(tx, booking, 'booked')
  })
  return own(deps, actor, bookingId)
}

/** Moves a session to another slot of its length. Throws what the contract says of `rescheduleBooking`. */
export async function move(
  deps: BookingDeps,
  actor: Actor,
  id: string,
  given: BodyOutput<Api['rescheduleBooking']>,
): Promise<Booking> {
  const { booking: session } = found(await deps.repo.byId(id))
  authorize(actor, session, mayMove)
  await deps.changes.take(actor.userId)
  function allow(row: BookingRow) {
    requireOpen(deps, row, actor)
    return authorize(actor, row, mayMove)
  }
  await moveSession(deps, actor, {
    session: allow(session),
    slot: slotIn(given),
    allow,
    news: 'moved',
  })
  return own(deps, actor, id)
}

/** Cancels a session; its credit is back at once. Throws `not_found`, `too_late` or `wrong_state`. */
export async function cancel(deps: BookingDeps, actor: Actor, id: string): Promise<Booking> {
  const { orm, repo, sideEffects, now, newId } = deps
  const { booking: before } = found(await repo.byId(id))
  const { clientId, providerId } = authorize(actor, before, takesPart)
  await orm.transaction(async (tx) => {
    await lockPeople(tx, clientId, ...(providerId === null ? [] : [providerId]))
    const booking = authorize(actor, found(await repo.lock(tx, id)), takesPart)
    const cancelledBy = requireOpen(deps, booking, actor)
    const at = new Date(now())
    await repo.cancel(tx, booking, { cancelledBy, updatedAt: at })
    const { paymentId } = booking
    await returnCredit(tx, { paymentId, bookingId: id }, { at, newId })
    await sideEffects.follow(tx, { ...booking, sequence: booking.sequence + 1 }, 'cancelled')
  })
  return own(deps, actor, id)
}

async function requireSessions(deps: BookingDeps, actor: Actor, providerId: string): Promise<void> {
  const left = await creditsLeft(deps.orm, { userId: actor.userId, providerId })
  if (left.length === 0) throw new ProblemError('no_sessions')
}
