import pg from 'pg'
import type { Booking } from '#contract/booking/model.ts'
import type { Interval } from '#contract/instant.ts'
import { utcDate } from '#contract/local-date.ts'
import {
  againAfterDeadlock,
  ormOn,
  type Statements,
  type Orm,
  lockPeople,
  inTransaction,
  type Queryable,
} from '#server/db/orm.ts'
import { lockPair } from '#server/features/connections/index.ts'
import { withdrawNotice } from '#server/features/notices/index.ts'
import {
  mayDealWith,
  requireSeen,
  sellerFor,
  type PricingRepo,
} from '#server/features/pricing/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { type Authorized, authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Meeting, Place, Availability } from './availability.ts'
import { changeStatus, roleIn, takesPart } from './policy.ts'
import type { PresentBookings } from './present.ts'
import type { BookingRow, BookingRepo } from './repo.ts'
import type { SideEffects } from './side-effects.ts'

/** A session that goes to another slot. */
export interface Move {
  readonly session: BookingRow
  readonly slot: Interval
  /** Holds the session, as it is under its lock, against who moves it and when. */
  readonly allow: (row: BookingRow) => Authorized<BookingRow>
  /** What the two are told of. */
  readonly news: 'moved' | 'accepted'
}

/**
 * Moves a session of the actor, its client, to another slot of its length; one that is there already stays as it is, since
 * the answer to the first call may have been lost. Throws what the contract says of both ways.
 */
export async function moveSession(deps: BookingDeps, actor: Actor, move: Move): Promise<void> {
  const { repo, availability, sideEffects, now } = deps
  const { session, slot, allow, news } = move
  const { id, clientId, providerId } = session
  if (providerId === null) throw new ProblemError('wrong_state')
  await dealableIn(deps, deps.pool, actor, providerId)
  requireLength(session, slot)
  const place = await availability.check({ providerId, moved: session }, slot)
  await withBothLocked(deps, { clientId, providerId }, async (tx, client) => {
    const booking = allow(found(await repo.lock(tx, id)))
    if (news === 'moved' && isAt(booking, slot)) return
    await dealableIn(deps, client, actor, providerId)
    await requireFree(deps, tx, { providerId, clientId, moved: booking }, place)
    const { timeZone } = place
    const to = { ...timesOf(slot), timeZone, updatedAt: new Date(now()) }
    const outcome = await repo.move(tx, booking, to)
    if (outcome !== 'moved') throw taken(outcome)
    await withdrawProposed(client, booking)
    await sideEffects.follow(tx, { ...booking, ...to, sequence: booking.sequence + 1 }, news)
  })
}

/**
 * The lock of the pair comes before those of the two: whoever blocks holds it, and looks for sessions under it. `work` is
 * done anew where it and the end of an account waited for each other.
 */
export async function withBothLocked(
  deps: BookingDeps,
  { clientId, providerId }: { clientId: string; providerId: string },
  work: (tx: Statements, client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  await againAfterDeadlock(() =>
    inTransaction(deps.pool, 'begin', async (client) => {
      const tx = ormOn(client)
      await lockPair(client, clientId, providerId)
      await lockPeople(tx, clientId, providerId)
      await work(tx, client)
    }),
  )
}

/**
 * Takes back what the client was told of a proposal that ends, while the caller holds the session: done later, it would take
 * back what is told of the next one.
 */
export async function withdrawProposed(
  client: Queryable,
  { id, clientId }: Pick<BookingRow, 'id' | 'clientId'>,
): Promise<void> {
  await withdrawNotice(client, { userId: clientId, kind: 'booking.proposed', aboutId: id })
}

/** Under the provider's lock: neither a busy slot nor a session can come in between. */
export async function requireFree(
  deps: BookingDeps,
  tx: Statements,
  meeting: Pick<Meeting, 'providerId' | 'clientId' | 'moved'>,
  place: Place,
): Promise<void> {
  if (await deps.availability.isTaken(tx, meeting, place)) throw new ProblemError('slot_taken')
}

/** Whether a session is at a slot already. */
export function isAt({ startsAt, endsAt }: BookingRow, { fromMs, toMs }: Interval): boolean {
  return startsAt.getTime() === fromMs && endsAt.getTime() === toMs
}

/** Another slot takes as long as the session. */
export function requireLength({ startsAt, endsAt }: BookingRow, slot: Interval): void {
  const lengthMs = endsAt.getTime() - startsAt.getTime()
  if (slot.toMs - slot.fromMs !== lengthMs) throw new ProblemError('slot_unavailable')
}

/** Gives the part that the actor has in a session which they can still change. */
export function requireOpen(deps: BookingDeps, booking: BookingRow, actor: Actor) {
  const { noticeHours, now } = deps
  const role = roleIn(actor, booking) ?? 'client'
  const status = changeStatus(booking, role, { nowMs: now(), noticeHours })
  if (status !== 'open') throw new ProblemError(status)
  return role
}

export function slotIn({ startTime, endTime }: { startTime: string; endTime: string }): Interval {
  return { fromMs: Date.parse(startTime), toMs: Date.parse(endTime) }
}

export function timesOf({ fromMs, toMs }: Interval) {
  return { startsAt: new Date(fromMs), endsAt: new Date(toMs) }
}

export function taken(outcome: 'taken_provider' | 'taken_client'): ProblemError {
  return outcome === 'taken_provider'
    ? new ProblemError('slot_taken')
    : new ProblemError('slot_taken', { message: 'You already have a session at this time.' })
}

export interface BookingDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly repo: BookingRepo
  readonly plans: PricingRepo
  readonly availability: Availability
  readonly sideEffects: SideEffects
  /** Looks at calendars, which may cost a request to Google each. */
  readonly slotReads: Limiter
  readonly changes: Limiter
  readonly noticeHours: number
  readonly present: PresentBookings
  readonly events: Pick<EventBus, 'publish'>
  readonly now: () => number
  readonly newId: () => string
}

/**
 * The id of a provider with whom the actor may deal. Throws `not_found` for who is no listed provider, `minors_not_seen`
 * for one who may not see the client.
 */
export async function dealableIn(
  deps: BookingDeps,
  client: Queryable,
  actor: Actor,
  given: string,
): Promise<string> {
  const seller = await sellerFor(client, actor.userId, given, utcDate(deps.now()))
  authorize(actor, seller, mayDealWith)
  requireSeen(seller)
  return seller.id
}

/** A session as whoever takes part in it sees it. Throws `not_found` for everybody else. */
export async function own(deps: BookingDeps, actor: Actor, id: string): Promise<Booking> {
  const shown = found(await deps.repo.byId(id))
  authorize(actor, shown.booking, takesPart)
  const [booking] = await deps.present(actor, [shown])
  return found(booking)
}

export function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ProblemError('not_found')
  return record
}
