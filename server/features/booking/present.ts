import pg from 'pg'
import {
  type Booking,
  type Proposal,
  type SlotsReply,
  changeableUntilMs,
  type BookingRole,
} from '#contract/booking/model.ts'
import type { PlacedSlot } from '#contract/booking/slots.ts'
import { isDisclosed, isPlaceShown, roomHostOf, type ShownRoom } from '#contract/calendar/model.ts'
import { utcDate } from '#contract/local-date.ts'
import { pairStatuses } from '#server/features/connections/index.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { roleIn } from './policy.ts'
import type { BookingRow } from './repo.ts'
import type { ShownBooking } from './shown-bookings.ts'

export function presentSlot({ fromMs, toMs, available }: PlacedSlot): SlotsReply['slots'][number] {
  return {
    start: new Date(fromMs).toISOString(),
    end: new Date(toMs).toISOString(),
    available,
  }
}

/** A session; null for a person whom the other one does not see. */
type Shown = Pick<ShownBooking, 'booking' | 'provider' | 'room'> & {
  readonly client: ShownBooking['client'] | null
}

/** A session as one of its two people sees it. */
function presentBooking(
  shown: Shown,
  role: BookingRole,
  { noticeHours, nowMs }: { noticeHours: number; nowMs: number },
): Booking {
  const { booking } = shown
  const other = role === 'client' ? shown.provider : shown.client
  const untilMs = changeableUntilMs(role, booking.startsAt.getTime(), noticeHours)
  return {
    _id: booking.id,
    role,
    with: other && {
      _id: other.id,
      firstname: other.firstname,
      lastname: other.lastname,
      profileImg: other.profileImg,
    },
    start: booking.startsAt.toISOString(),
    end: booking.endsAt.toISOString(),
    timeZone: booking.timeZone,
    status: booking.status,
    cancelledBy: booking.cancelledBy,
    cancelTappedAt: booking.cancelTappedAt?.toISOString() ?? null,
    proposal: presentProposal(booking),
    room: booking.status === 'booked' ? presentRoom(shown, role, nowMs) : null,
    changeableUntil: new Date(untilMs).toISOString(),
    sequence: booking.sequence,
    createdAt: booking.createdAt.toISOString(),
    updatedAt: booking.updatedAt.toISOString(),
  }
}

/** A provider always sees their own; their clients nothing of where the provider is once the session is over. */
function presentRoom({ booking, room }: Shown, role: BookingRole, nowMs: number): ShownRoom | null {
  const session = { startMs: booking.startsAt.getTime(), endMs: booking.endsAt.getTime() }
  if (room?.kind !== 'video') {
    return role === 'provider' || isPlaceShown(session, nowMs) ? room : null
  }
  const disclosed = role === 'provider' || isDisclosed(session, nowMs)
  return { kind: 'video', host: roomHostOf(room.url) ?? '', url: disclosed ? room.url : null }
}

function presentProposal(row: BookingRow): Proposal | null {
  const { proposedStartsAt, proposedEndsAt, proposedUntil } = row
  if (!proposedStartsAt || !proposedEndsAt || !proposedUntil) return null
  return {
    start: proposedStartsAt.toISOString(),
    end: proposedEndsAt.toISOString(),
    expiresAt: proposedUntil.toISOString(),
  }
}

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
      return presentBooking(nameless ? { ...one, client: null } : one, role, {
        noticeHours: deps.noticeHours,
        nowMs: deps.now(),
      })
    })
  }
}
