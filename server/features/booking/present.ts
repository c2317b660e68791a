import type { Booking, Proposal, SlotsReply } from '#contract/booking/model.ts'
import { changeableUntilMs, type BookingRole } from '#contract/booking/policy.ts'
import type { PlacedSlot } from '#contract/booking/slots.ts'
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
type Shown = Pick<ShownBooking, 'booking' | 'provider'> & {
  readonly client: ShownBooking['client'] | null
}

/** A session as one of its two people sees it. */
export function presentBooking(shown: Shown, role: BookingRole, noticeHours: number): Booking {
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
    proposal: presentProposal(booking),
    changeableUntil: new Date(untilMs).toISOString(),
    sequence: booking.sequence,
    createdAt: booking.createdAt.toISOString(),
    updatedAt: booking.updatedAt.toISOString(),
  }
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
