import { icsOf } from './ics.ts'
import type { Booking } from './model.ts'

/** The calendar file of a session: the same from the server and from a phone that is offline. */
export function icsOfBooking(booking: Booking): string {
  const { _id: id, start, end, status, sequence, updatedAt } = booking
  const name = booking.with && `${booking.with.firstname} ${booking.with.lastname}`
  return icsOf({
    id,
    start,
    end,
    status,
    sequence,
    updatedAt,
    summary: name === null ? 'Session' : `Session with ${name}`,
    description: 'Booked on Zync.',
  })
}
