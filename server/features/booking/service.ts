import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { Booking, BookingAccess, SlotsReply } from '#contract/booking/model.ts'
import type { BodyOutput, QueryOf } from '#contract/endpoint.ts'
import type { Interval } from '#contract/instant.ts'
import { utcDate } from '#contract/local-date.ts'
import { ormOn, type Orm, type Statements } from '#server/db/orm.ts'
import { lockPeople } from '#server/db/people-lock.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockPair } from '#server/features/connections/index.ts'
import { creditsLeft, returnCredit, takeCredit } from '#server/features/payments/index.ts'
import {
  mayDealWith,
  requireSeen,
  sellerFor,
  type PricingRepo,
} from '#server/features/pricing/index.ts'
import type { Actor } from '#server/http/actor.ts'
import { authorize, type Authorized } from '#server/http/authorize.ts'
import type { Limiter } from '#server/http/limiter.ts'
import { ProblemError } from '#server/http/problem-error.ts'
import type { Aftermath } from './aftermath.ts'
import { isDuration, type Availability } from './availability.ts'
import { changeStanding, isClientOf, mayMove, roleIn, takesPart } from './policy.ts'
import { presentSlot } from './present.ts'
import type { PresentBookings } from './present-bookings.ts'
import type { BookingRepo, BookingRow, NewBooking } from './repo.ts'

export interface BookingParts {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly repo: BookingRepo
  readonly plans: PricingRepo
  readonly availability: Availability
  readonly aftermath: Aftermath
  /** Looks at calendars, which may cost a request to Google each. */
  readonly looks: Limiter
  readonly changes: Limiter
  readonly noticeHours: number
  readonly present: PresentBookings
  readonly now: () => number
  readonly newId: () => string
}

export const looksPerMinuteMax = 60
export const changesPerHourMax = 60

/** What is shown to somebody who has nothing left, of a provider who sells nothing. */
const durationMinutesDefault = 60

export type BookingService = ReturnType<typeof createBookingService>

export function createBookingService(parts: BookingParts) {
  const { pool, orm, repo, availability, aftermath, noticeHours, now, newId } = parts

  /** Throws `not_found` for who is no listed provider, `minors_not_seen` for one who may not see the client. */
  async function providerFor(actor: Actor, given: string): Promise<string> {
    return dealableIn(pool, actor, given)
  }

  async function dealableIn(client: Queryable, actor: Actor, given: string): Promise<string> {
    const seller = await sellerFor(client, actor.userId, given, utcDate(now()))
    authorize(actor, seller, mayDealWith)
    requireSeen(seller)
    return seller.id
  }

  async function access(actor: Actor, given: string): Promise<BookingAccess> {
    const providerId = await providerFor(actor, given)
    const remaining = await creditsLeft(orm, { userId: actor.userId, providerId })
    const remainingSessions = remaining.reduce((sum, { sessions }) => sum + sessions, 0)
    const canBook = remainingSessions > 0
    return { canBook, remainingSessions, remaining, changeNoticeHours: noticeHours }
  }

  async function slots(
    actor: Actor,
    given: string,
    { startDate, endDate, duration }: QueryOf<Api['availableSlots']>,
  ): Promise<SlotsReply> {
    const providerId = await providerFor(actor, given)
    await parts.looks.take(actor.userId)
    const durationMinutes = duration ?? (await usualDuration(actor, providerId))
    if (!isDuration(durationMinutes)) {
      throw new ProblemError('invalid_input', { fields: { duration: 'No session takes so long.' } })
    }
    const within = { fromMs: Date.parse(startDate), toMs: Date.parse(endDate) }
    const meeting = { providerId, clientId: actor.userId }
    const found = await availability.slots(meeting, { within, durationMinutes })
    const { timeZone } = found
    return { slots: found.slots.map(presentSlot), timeZone, duration: durationMinutes }
  }

  /** The session that would be used up next; of somebody without any, the provider's first plan. */
  async function usualDuration(actor: Actor, providerId: string): Promise<number> {
    const [left] = await creditsLeft(orm, { userId: actor.userId, providerId })
    if (left) return left.duration
    const [plan] = await parts.plans.onSale(providerId)
    return plan?.durationMinutes ?? durationMinutesDefault
  }

  /** One credit and one slot in one transaction. Throws what the contract says of `book`. */
  async function book(actor: Actor, given: BodyOutput<Api['book']>): Promise<Booking> {
    const providerId = await providerFor(actor, given.serviceProviderId)
    await parts.changes.take(actor.userId)
    const slot = slotIn(given)
    const clientId = actor.userId
    await requireSessions(actor, providerId)
    const { timeZone, durationMinutes } = await availability.check({ providerId, clientId }, slot)
    const at = new Date(now())
    const bookingId = newId()
    await withBothLocked({ clientId, providerId }, async (tx, client) => {
      // A block, or the end of the provider's clearance, may have come since: it waits for these locks from now on.
      await dealableIn(client, actor, providerId)
      await requireFree(tx, providerId, slot)
      const holder = { userId: clientId, providerId }
      const session = { bookingId, durationMinutes }
      const paymentId = await takeCredit(tx, holder, session, { at, newId })
      if (paymentId === undefined) throw new ProblemError('no_sessions')
      const booking = {
        id: bookingId,
        clientId,
        providerId,
        paymentId,
        ...placeOf(slot),
        timeZone,
        status: 'booked',
        sequence: 0,
        createdAt: at,
        updatedAt: at,
      } as const satisfies NewBooking
      const outcome = await repo.insert(tx, authorize(actor, booking, isClientOf))
      if (outcome !== 'inserted') throw taken(outcome)
      await aftermath.follow(tx, booking, 'booked')
    })
    return own(actor, bookingId)
  }

  /** Moves a session to another slot of its length. Throws what the contract says of `rescheduleBooking`. */
  async function move(
    actor: Actor,
    id: string,
    given: BodyOutput<Api['rescheduleBooking']>,
  ): Promise<Booking> {
    const { booking: before } = found(await repo.byId(id))
    const { clientId, providerId } = authorize(actor, before, mayMove)
    await parts.changes.take(actor.userId)
    requireOpen(before, actor)
    if (providerId === null) throw new ProblemError('wrong_state')
    await providerFor(actor, providerId)
    const slot = slotIn(given)
    const lengthMs = before.endsAt.getTime() - before.startsAt.getTime()
    if (slot.toMs - slot.fromMs !== lengthMs) throw new ProblemError('slot_unavailable')
    const meeting = { providerId, clientId, movedId: id }
    const { timeZone } = await availability.check(meeting, slot)
    await withBothLocked({ clientId, providerId }, async (tx, client) => {
      const booking = await locked(tx, id, (row) => authorize(actor, row, mayMove))
      requireOpen(booking, actor)
      await dealableIn(client, actor, providerId)
      await requireFree(tx, providerId, slot)
      const to = { ...placeOf(slot), timeZone, updatedAt: new Date(now()) }
      const outcome = await repo.move(tx, booking, to)
      if (outcome !== 'moved') throw taken(outcome)
      await aftermath.follow(tx, { ...booking, ...to, sequence: booking.sequence + 1 }, 'moved')
    })
    return own(actor, id)
  }

  /** Cancels a session; its credit is back at once. Throws `not_found`, `too_late` or `wrong_state`. */
  async function cancel(actor: Actor, id: string): Promise<Booking> {
    const { booking: before } = found(await repo.byId(id))
    const { clientId, providerId } = authorize(actor, before, takesPart)
    await orm.transaction(async (tx) => {
      await lockPeople(tx, clientId, ...(providerId === null ? [] : [providerId]))
      const booking = await locked(tx, id, (row) => authorize(actor, row, takesPart))
      const cancelledBy = requireOpen(booking, actor)
      const at = new Date(now())
      await repo.cancel(tx, booking, { cancelledBy, updatedAt: at })
      const { paymentId } = booking
      await returnCredit(tx, { paymentId, bookingId: id }, { at, newId })
      await aftermath.follow(tx, { ...booking, sequence: booking.sequence + 1 }, 'cancelled')
    })
    return own(actor, id)
  }

  async function own(actor: Actor, id: string): Promise<Booking> {
    const shown = found(await repo.byId(id))
    authorize(actor, shown.booking, takesPart)
    const [booking] = await parts.present(actor, [shown])
    return found(booking)
  }

  /** The lock of the pair comes before those of the two: whoever blocks holds it, and looks for sessions under it. */
  async function withBothLocked(
    { clientId, providerId }: { clientId: string; providerId: string },
    work: (tx: Statements, client: pg.PoolClient) => Promise<void>,
  ): Promise<void> {
    await inTransaction(pool, 'begin', async (client) => {
      const tx = ormOn(client)
      await lockPair(client, clientId, providerId)
      await lockPeople(tx, clientId, providerId)
      await work(tx, client)
    })
  }

  async function requireSessions(actor: Actor, providerId: string): Promise<void> {
    const left = await creditsLeft(orm, { userId: actor.userId, providerId })
    if (left.length === 0) throw new ProblemError('no_sessions')
  }

  /** Under the provider's lock: a busy slot cannot come in between. */
  async function requireFree(tx: Statements, providerId: string, slot: Interval): Promise<void> {
    if (await availability.isBusy(tx, providerId, slot)) throw new ProblemError('slot_taken')
  }

  /** Gives the part that the actor has in a session which they can still change. */
  function requireOpen(booking: BookingRow, actor: Actor) {
    const role = roleIn(actor, booking) ?? 'client'
    const standing = changeStanding(booking, role, { nowMs: now(), noticeHours })
    if (standing !== 'open') throw new ProblemError(standing)
    return role
  }

  async function locked(
    tx: Statements,
    id: string,
    allow: (row: BookingRow) => Authorized<BookingRow>,
  ): Promise<Authorized<BookingRow>> {
    return allow(found(await repo.lock(tx, id)))
  }

  return { access, slots, book, move, cancel, own }
}

function slotIn({ startTime, endTime }: { startTime: string; endTime: string }): Interval {
  return { fromMs: Date.parse(startTime), toMs: Date.parse(endTime) }
}

function placeOf({ fromMs, toMs }: Interval) {
  return { startsAt: new Date(fromMs), endsAt: new Date(toMs) }
}

function taken(outcome: 'taken_provider' | 'taken_client'): ProblemError {
  return outcome === 'taken_provider'
    ? new ProblemError('slot_taken')
    : new ProblemError('slot_taken', { message: 'You already have a session at this time.' })
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ProblemError('not_found')
  return record
}
