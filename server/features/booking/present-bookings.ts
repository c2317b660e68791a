import type pg from 'pg'
import type { Booking } from '#contract/booking/model.ts'
import { utcDate } from '#contract/local-date.ts'
import { pairStatuses } from '#server/features/connections/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { roleIn } from './policy.ts'
import { presentBooking } from './present.ts'
import type { ShownBooking } from './shown-bookings.ts'

/** Sessions as one of their two people sees them. */
export type PresentBookings = (actor: Actor, shown: readonly ShownBooking[]) => Promise<Booking[]>

/**
 * A provider who does not see people under 18 keeps what their books need of a session with one: its times, its state
 * and its credit, and not with whom it was.
 */
export function createPresentBookings(deps: {
  pool: pg.Pool
  noticeHours: number
  now: () => number
}): PresentBookings {
  return async (actor, shown) => {
    const given = shown.filter(({ booking }) => roleIn(actor, booking) === 'provider')
    const clientIds = [...new Set(given.map(({ client }) => client.id))]
    const today = utcDate(deps.now())
    const statuses =
      clientIds.length === 0
        ? undefined
        : await pairStatuses(deps.pool, actor.userId, clientIds, today)
    return shown.map((one) => {
      const role = roleIn(actor, one.booking) ?? 'client'
      const nameless =
        role === 'provider' && statuses?.get(one.client.id)?.relation === 'unavailable'
      return presentBooking(nameless ? { ...one, client: null } : one, role, deps.noticeHours)
    })
  }
}
