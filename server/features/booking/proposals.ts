import type { Api } from '#contract/api.ts'
import type { Booking, SlotsReply } from '#contract/booking/model.ts'
import type { BodyOutput, QueryOf } from '#contract/endpoint.ts'
import type { Interval } from '#contract/instant.ts'
import { utcDate, minuteMs } from '#contract/local-date.ts'
import { inTransaction, ormOn, type Queryable } from '#server/db/orm.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import {
  found,
  own,
  type BookingDeps,
  moveSession,
  requireFree,
  requireLength,
  requireOpen,
  slotIn,
  timesOf,
  withBothLocked,
  withdrawProposed,
} from './placing.ts'
import { canBeAccepted, mayMove, mayPropose, roleIn, takesPart } from './policy.ts'
import { presentSlot } from './present.ts'
import type { BookingRow } from './repo.ts'

/** The slots that a provider can propose: when their client meets somebody else is not for them to see. */
export async function openSlots(
  deps: BookingDeps,
  actor: Actor,
  id: string,
  { startDate, endDate }: QueryOf<Api['openSlots']>,
): Promise<SlotsReply> {
  const { booking } = found(await deps.repo.byId(id))
  authorize(actor, booking, mayPropose)
  await deps.slotReads.take(actor.userId)
  const durationMinutes = (booking.endsAt.getTime() - booking.startsAt.getTime()) / minuteMs
  const within = { fromMs: Date.parse(startDate), toMs: Date.parse(endDate) }
  const meeting = { providerId: actor.userId, clientId: null, moved: booking }
  const { slots, timeZone } = await deps.availability.slots(meeting, { within, durationMinutes })
  return { slots: slots.map(presentSlot), timeZone, duration: durationMinutes }
}

/**
 * Proposes another slot, which is held to the rules of a move now and once more when it is accepted. Nothing is
 * reserved meanwhile. Asked again for the same slot, it changes nothing and tells nobody. Throws what the contract says of `proposeTime`.
 */
export async function propose(
  deps: BookingDeps,
  actor: Actor,
  id: string,
  given: BodyOutput<Api['proposeTime']>,
): Promise<Booking> {
  const { repo, availability, sideEffects } = deps
  const { booking: before } = found(await repo.byId(id))
  const { clientId } = authorize(actor, before, mayPropose)
  const providerId = actor.userId
  await deps.changes.take(providerId)
  requireOpen(deps, before, actor)
  const slot = slotIn(given)
  requireOther(before, slot)
  const place = await availability.check({ providerId, moved: before }, slot)
  await withBothLocked(deps, { clientId, providerId }, async (tx, client) => {
    const booking = authorize(actor, found(await repo.lock(tx, id)), mayPropose)
    requireOpen(deps, booking, actor)
    requireOther(booking, slot)
    if (isProposed(booking, slot, deps.now())) return
    await requireTogether(deps, client, { clientId, providerId })
    await requireFree(deps, tx, { providerId, clientId, moved: booking }, place)
    const { startsAt: proposedStartsAt, endsAt: proposedEndsAt } = timesOf(slot)
    // The last moment itself is still in time for the schedule.
    const untilMs = Math.min(booking.startsAt.getTime(), place.bookableUntilMs + 1)
    const proposedUntil = new Date(untilMs)
    const proposal = { proposedStartsAt, proposedEndsAt, proposedUntil }
    await repo.propose(tx, booking, proposal, new Date(deps.now()))
    await sideEffects.announce(tx, id, 'proposed')
  })
  return own(deps, actor, id)
}

/**
 * Moves the session to what its provider proposed, by the rules of every move but one: the notice time protects the
 * provider, who has just asked. Throws what the contract says of `acceptProposal`.
 */
export async function acceptProposal(
  deps: BookingDeps,
  actor: Actor,
  id: string,
  given: BodyOutput<Api['acceptProposal']>,
): Promise<Booking> {
  const { booking: session } = found(await deps.repo.byId(id))
  authorize(actor, session, mayMove)
  await deps.changes.take(actor.userId)
  const slot = slotIn(given)
  function allow(row: BookingRow) {
    requireProposal(row, slot, deps.now())
    return authorize(actor, row, mayMove)
  }
  await moveSession(deps, actor, { session: allow(session), slot, allow, news: 'accepted' })
  return own(deps, actor, id)
}

/** The client declines, or the provider takes back what they proposed. Throws `not_found` and `wrong_state`. */
export async function endProposal(deps: BookingDeps, actor: Actor, id: string): Promise<Booking> {
  const { repo, sideEffects, events, now } = deps
  const { booking: before } = found(await repo.byId(id))
  authorize(actor, before, takesPart)
  await deps.changes.take(actor.userId)
  await inTransaction(deps.pool, 'begin', async (client) => {
    const tx = ormOn(client)
    const booking = authorize(actor, found(await repo.lock(tx, id)), takesPart)
    if (booking.proposedStartsAt === null) throw noProposal()
    await repo.endProposal(tx, booking, new Date(now()))
    await withdrawProposed(client, booking)
    if (roleIn(actor, booking) === 'client') await sideEffects.announce(tx, id, 'declined')
  })
  // The notice of the proposal is gone, and no other one comes in its place.
  events.publish([before.clientId], { type: 'notices' })
  return own(deps, actor, id)
}

/** The time that a session has already is no other one. */
function requireOther(booking: BookingRow, slot: Interval): void {
  requireLength(booking, slot)
  if (slot.fromMs === booking.startsAt.getTime()) throw new ProblemError('slot_unavailable')
}

/** Whether it is the proposal that is open and in time. */
function isProposed(row: BookingRow, slot: Interval, nowMs: number): boolean {
  return row.proposedStartsAt?.getTime() === slot.fromMs && canBeAccepted(row, nowMs)
}

/** Nobody is asked by whom they blocked, parted from, or who does not see people of their age any more. */
async function requireTogether(
  { now }: BookingDeps,
  client: Queryable,
  { clientId, providerId }: { clientId: string; providerId: string },
): Promise<void> {
  const pair = await pairStatus(client, providerId, clientId, utcDate(now()))
  const apart = pair.relation === 'blocked' || pair.relation === 'unavailable'
  if (apart || pair.connection === 'ended') throw new ProblemError('wrong_state')
}

/** The proposal that the client agreed to is the one that is open, and is still in time. */
function requireProposal(row: BookingRow, slot: Interval, nowMs: number): void {
  const { proposedStartsAt, proposedEndsAt, proposedUntil } = row
  if (!proposedStartsAt || !proposedEndsAt || !proposedUntil) throw noProposal()
  const same = proposedStartsAt.getTime() === slot.fromMs && proposedEndsAt.getTime() === slot.toMs
  if (!same) {
    throw new ProblemError('wrong_state', { message: 'Another time was proposed meanwhile.' })
  }
  if (canBeAccepted(row, nowMs)) return
  throw new ProblemError('too_late', { message: 'It is too late to accept this time.' })
}

function noProposal(): ProblemError {
  return new ProblemError('wrong_state', { message: 'This time is not proposed anymore.' })
}
