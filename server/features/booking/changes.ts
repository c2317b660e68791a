import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { Booking } from '#contract/booking/model.ts'
import type { BodyOutput } from '#contract/endpoint.ts'
import type { Interval } from '#contract/instant.ts'
import { ormOn, type Statements } from '#server/db/orm.ts'
import { lockPeople } from '#server/db/people-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockPair } from '#server/features/connections/index.ts'
import { creditsLeft, returnCredit, takeCredit } from '#server/features/payments/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { dealableIn, found, own, type BookingDeps } from './dealing.ts'
import { changeStatus, isClientOf, mayMove, roleIn, takesPart } from './policy.ts'
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
  const { timeZone, durationMinutes } = await availability.check({ providerId, clientId }, slot)
  const at = new Date(now())
  const bookingId = newId()
  await withBothLocked(deps, { clientId, providerId }, async (tx, client) => {
    // A block, or the end of the provider's clearance, may have come since: it waits for these locks from now on.
    await dealableIn(deps, client, actor, providerId)
    await requireFree(deps, tx, providerId, slot)
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
  const { repo, availability, sideEffects, now } = deps
  const { booking: before } = found(await repo.byId(id))
  const { clientId, providerId } = authorize(actor, before, mayMove)
  await deps.changes.take(actor.userId)
  requireOpen(deps, before, actor)
  if (providerId === null) throw new ProblemError('wrong_state')
  await dealableIn(deps, deps.pool, actor, providerId)
  const slot = slotIn(given)
  const lengthMs = before.endsAt.getTime() - before.startsAt.getTime()
  if (slot.toMs - slot.fromMs !== lengthMs) throw new ProblemError('slot_unavailable')
  const meeting = { providerId, clientId, movedId: id }
  const { timeZone } = await availability.check(meeting, slot)
  await withBothLocked(deps, { clientId, providerId }, async (tx, client) => {
    const booking = await locked(deps, tx, id, (row) => authorize(actor, row, mayMove))
    requireOpen(deps, booking, actor)
    await dealableIn(deps, client, actor, providerId)
    await requireFree(deps, tx, providerId, slot)
    const to = { ...timesOf(slot), timeZone, updatedAt: new Date(now()) }
    const outcome = await repo.move(tx, booking, to)
    if (outcome !== 'moved') throw taken(outcome)
    await sideEffects.follow(tx, { ...booking, ...to, sequence: booking.sequence + 1 }, 'moved')
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
    const booking = await locked(deps, tx, id, (row) => authorize(actor, row, takesPart))
    const cancelledBy = requireOpen(deps, booking, actor)
    const at = new Date(now())
    await repo.cancel(tx, booking, { cancelledBy, updatedAt: at })
    const { paymentId } = booking
    await returnCredit(tx, { paymentId, bookingId: id }, { at, newId })
    await sideEffects.follow(tx, { ...booking, sequence: booking.sequence + 1 }, 'cancelled')
  })
  return own(deps, actor, id)
}

/** The lock of the pair comes before those of the two: whoever blocks holds it, and looks for sessions under it. */
async function withBothLocked(
  deps: BookingDeps,
  { clientId, providerId }: { clientId: string; providerId: string },
  work: (tx: Statements, client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  await inTransaction(deps.pool, 'begin', async (client) => {
    const tx = ormOn(client)
    await lockPair(client, clientId, providerId)
    await lockPeople(tx, clientId, providerId)
    await work(tx, client)
  })
}

async function requireSessions(deps: BookingDeps, actor: Actor, providerId: string): Promise<void> {
  const left = await creditsLeft(deps.orm, { userId: actor.userId, providerId })
  if (left.length === 0) throw new ProblemError('no_sessions')
}

/** Under the provider's lock: a busy slot cannot come in between. */
async function requireFree(
  deps: BookingDeps,
  tx: Statements,
  providerId: string,
  slot: Interval,
): Promise<void> {
  if (await deps.availability.isBusy(tx, providerId, slot)) throw new ProblemError('slot_taken')
}

/** Gives the part that the actor has in a session which they can still change. */
function requireOpen(deps: BookingDeps, booking: BookingRow, actor: Actor) {
  const { noticeHours, now } = deps
  const role = roleIn(actor, booking) ?? 'client'
  const status = changeStatus(booking, role, { nowMs: now(), noticeHours })
  if (status !== 'open') throw new ProblemError(status)
  return role
}

async function locked(
  deps: BookingDeps,
  tx: Statements,
  id: string,
  allow: (row: BookingRow) => Authorized<BookingRow>,
): Promise<Authorized<BookingRow>> {
  return allow(found(await deps.repo.lock(tx, id)))
}

function slotIn({ startTime, endTime }: { startTime: string; endTime: string }): Interval {
  return { fromMs: Date.parse(startTime), toMs: Date.parse(endTime) }
}

function timesOf({ fromMs, toMs }: Interval) {
  return { startsAt: new Date(fromMs), endsAt: new Date(toMs) }
}

function taken(outcome: 'taken_provider' | 'taken_client'): ProblemError {
  return outcome === 'taken_provider'
    ? new ProblemError('slot_taken')
    : new ProblemError('slot_taken', { message: 'You already have a session at this time.' })
}
