import type pg from 'pg'
import type { Booking } from '#contract/booking/model.ts'
import { utcDate } from '#contract/local-date.ts'
import type { Orm } from '#server/db/orm.ts'
import type { Queryable } from '#server/db/queryable.ts'
import {
  mayDealWith,
  requireSeen,
  sellerFor,
  type PricingRepo,
} from '#server/features/pricing/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { SideEffects } from './side-effects.ts'
import type { Availability } from './availability.ts'
import { takesPart } from './policy.ts'
import type { PresentBookings } from './present-bookings.ts'
import type { BookingRepo } from './repo.ts'

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
