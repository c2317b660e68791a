import { v7 as uuidv7 } from 'uuid'
import type { Booking } from '#contract/booking/model.ts'

/** A session of a client with Sofia, as the server sends it. */
export function booking(given: Partial<Booking> = {}): Booking {
  return {
    _id: uuidv7(),
    role: 'client',
    with: {
      _id: '0193a000-0000-7000-8000-00000000aaaa',
      firstname: 'Sofia',
      lastname: 'Haddad',
      profileImg: null,
    },
    start: '2026-11-23T09:00:00.000Z',
    end: '2026-11-23T10:00:00.000Z',
    timeZone: 'Africa/Cairo',
    status: 'booked',
    cancelledBy: null,
    cancelTappedAt: null,
    proposal: null,
    room: null,
    changeableUntil: '2026-11-22T09:00:00.000Z',
    sequence: 0,
    createdAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T09:00:00.000Z',
    ...given,
  }
}
