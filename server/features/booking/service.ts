import type { Api } from '#contract/api.ts'
import type { BookingAccess } from '#contract/booking/api.ts'
import { icsOfBooking } from '#contract/booking/ics.ts'
import type { Booking, SlotsReply } from '#contract/booking/model.ts'
import type { BodyOutput, QueryOf } from '#contract/endpoint.ts'
import type { Interval } from '#contract/instant.ts'
import { lockPeople } from '#server/db/orm.ts'
import { languageOf } from '#server/features/account/index.ts'
import {
  creditsLeft,
  creditsOnHold,
  returnCredit,
  takeCredit,
} from '#server/features/payments/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { isDuration } from './availability.ts'
import {
  dealableIn,
  own,
  type BookingDeps,
  found,
  moveSession,
  requireFree,
  requireOpen,
  isAt,
  slotIn,
  taken,
  timesOf,
  withBothLocked,
} from './placing.ts'
import { isClientOf, mayMove, takesPart } from './policy.ts'
import { presentSlot } from './present.ts'
import { acceptProposal, endProposal, openSlots, propose } from './proposals.ts'
import type { BookingRow, NewBooking } from './repo.ts'

export const slotReadsPerMinuteMax = 60

export const changesPerHourMax = 60

/** What is shown to somebody who has nothing left, of a provider who sells nothing. */
const durationMinutesDefault = 60
export type BookingService = ReturnType<typeof createBookingService>

/** What people do with sessions, over `deps`. Each call throws what the contract says of it. */
export function createBookingService(deps: BookingDeps) {
  return {
    access: (actor: Actor, providerId: string) => access(deps, actor, providerId),
    slots: (actor: Actor, providerId: string, asked: QueryOf<Api['availableSlots']>) =>
      slots(deps, actor, providerId, asked),
    book: (actor: Actor, given: BodyOutput<Api['book']>) => book(deps, actor, given),
    move: (actor: Actor, id: string, given: BodyOutput<Api['rescheduleBooking']>) =>
      move(deps, actor, id, given),
    cancel: (actor: Actor, id: string) => cancel(deps, actor, id),
    openSlots: (actor: Actor, id: string, asked: QueryOf<Api['openSlots']>) =>
      openSlots(deps, actor, id, asked),
    propose: (actor: Actor, id: string, given: BodyOutput<Api['proposeTime']>) =>
      propose(deps, actor, id, given),
    acceptProposal: (actor: Actor, id: string, given: BodyOutput<Api['acceptProposal']>) =>
      acceptProposal(deps, actor, id, given),
    endProposal: (actor: Actor, id: string) => endProposal(deps, actor, id),
    /** A session as a file for the person's own calendar, in their language. Throws `not_found`. */
    calendarFile: async (actor: Actor, id: string): Promise<string> =>
      icsOfBooking(await own(deps, actor, id), await languageOf(deps.orm, actor.userId)),
  }
}

async function access(deps: BookingDeps, actor: Actor, given: string): Promise<BookingAccess> {
  const { orm, noticeHours } = deps
  const providerId = await dealableIn(deps, deps.pool, actor, given)
  const holder = { userId: actor.userId, providerId }
  const [remaining, onHold] = await Promise.all([
    creditsLeft(orm, holder),
    creditsOnHold(orm, holder),
  ])
  const remainingSessions = remaining.reduce((sum, { sessions }) => sum + sessions, 0)
  const canBook = remainingSessions > 0
  return { canBook, remainingSessions, remaining, onHold, changeNoticeHours: noticeHours }
}

async function slots(
  deps: BookingDeps,
  actor: Actor,
  given: string,
  { startDate, endDate, duration }: QueryOf<Api['availableSlots']>,
): Promise<SlotsReply> {
  const providerId = await dealableIn(deps, deps.pool, actor, given)
  await deps.slotReads.take(actor.userId)
  const durationMinutes = duration ?? (await usualDuration(deps, actor, providerId))
  if (!isDuration(durationMinutes)) {
    throw new ProblemError('invalid_input', { fields: { duration: 'No session takes so long.' } })
  }
  const within = { fromMs: Date.parse(startDate), toMs: Date.parse(endDate) }
  const meeting = { providerId, clientId: actor.userId }
  const found = await deps.availability.slots(meeting, { within, durationMinutes })
  const { timeZone } = found
  return { slots: found.slots.map(presentSlot), timeZone, duration: durationMinutes }
}

/** The session that would be used up next; of somebody without any, the provider's first plan. */
async function usualDuration(deps: BookingDeps, actor: Actor, providerId: string): Promise<number> {
  const [left] = await creditsLeft(deps.orm, { userId: actor.userId, providerId })
  if (left) return left.duration
  const [plan] = await deps.plans.onSale(providerId)
  return plan?.durationMinutes ?? durationMinutesDefault
}

/** One credit and one slot in one transaction. Throws what the contract says of `book`. */
async function book(
  deps: BookingDeps,
  actor: Actor,
  given: BodyOutput<Api['book']>,
): Promise<Booking> {
  const providerId = await dealableIn(deps, deps.pool, actor, given.serviceProviderId)
  await deps.changes.take(actor.userId)
  await requireSessions(deps, actor, providerId)
  const bookingId = deps.newId()
  await placeSession(deps, actor, { bookingId, providerId, slot: slotIn(given) })
  return own(deps, actor, bookingId)
}

/** A session that its client wants. */
interface Wish {
  readonly bookingId: string
  readonly providerId: string
  readonly slot: Interval
  /** Whether a hold keeps the slot for them. */
  readonly held?: boolean
}

/** Takes one credit and one slot of a client's. Throws what the contract says of `book`. */
export async function placeSession(
  deps: BookingDeps,
  actor: Actor,
  { bookingId, providerId, slot, held }: Wish,
): Promise<void> {
  const { repo, availability, sideEffects, now, newId } = deps
  const clientId = actor.userId
  const place = await availability.check({ providerId }, slot, held)
  const { timeZone, durationMinutes } = place
  const at = new Date(now())
  await withBothLocked(deps, { clientId, providerId }, async (tx, client) => {
    // A block, or the end of the provider's clearance, may have come since: it waits for these locks from now on.
    await dealableIn(deps, client, actor, providerId)
    await requireFree(deps, tx, { providerId, clientId }, place)
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
}

/** Moves a session to another slot of its length. Throws what the contract says of `rescheduleBooking`. */
async function move(
  deps: BookingDeps,
  actor: Actor,
  id: string,
  given: BodyOutput<Api['rescheduleBooking']>,
): Promise<Booking> {
  const { booking: session } = found(await deps.repo.byId(id))
  authorize(actor, session, mayMove)
  await deps.changes.take(actor.userId)
  // Also where it is too late by now to move it once more.
  if (session.status === 'booked' && isAt(session, slotIn(given))) return own(deps, actor, id)
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
async function cancel(deps: BookingDeps, actor: Actor, id: string): Promise<Booking> {
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
