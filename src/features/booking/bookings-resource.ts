import { bookingApi } from '#contract/booking/api.ts'
import { bookingSchema, type Booking } from '#contract/booking/model.ts'
import { defineResource } from '#src/data/resource.ts'
import { callApi, serverClock } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { everyPage } from '#src/offline/api/every-page.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** All that is to come and the newest of the past: more than this nobody reads on a phone. */
const upcomingPagesMax = 5
const pastPagesMax = 1

/** One's sessions: all that are to come and the newest of the past, in no order. */
export const bookingsResource = defineResource({
  key: 'booking.sessions',
  read: readBookings,
  refresh: refreshBookings,
})

/** One's sessions as this device knows them; undefined before the server has sent them. */
export async function readBookings(db: UserDatabase): Promise<Booking[] | undefined> {
  const [asOf, rows] = await Promise.all([db.meta.get('bookingsAsOf'), db.bookings.toArray()])
  return asOf && parseRows(bookingSchema, rows)
}

/** Fetches one's sessions and stores them, but for those that changed here meanwhile. Rejects as the calls do. */
export async function refreshBookings(db: UserDatabase, token: string): Promise<void> {
  const before = await db.bookings.toArray()
  const [upcoming, past] = await Promise.all([
    fetchScope(token, 'upcoming', upcomingPagesMax),
    fetchScope(token, 'past', pastPagesMax),
  ])
  const fetched = [...upcoming, ...past]
  await userTransaction(db, [db.bookings], async () => {
    const newer = (await db.bookings.toArray()).filter(
      (row) => isNewer(row, before) && isNewer(row, fetched),
    )
    await db.bookings.clear()
    await db.bookings.bulkPut([...fetched, ...newer])
    await db.meta.put({ key: 'bookingsAsOf', asOfMs: Date.now(), clock: serverClock() })
  })
}

/** Stores what the server said of one session; an answer that is older than the stored one changes nothing. */
export async function saveBooking(db: UserDatabase, booking: Booking): Promise<void> {
  await userTransaction(db, [db.bookings], async () => {
    const known = await db.bookings.get(booking._id)
    if (known && known.sequence > booking.sequence) return
    await db.bookings.put(booking)
  })
}

/**
 * The same for a change that the person has just made. The change is made whether or not this device can store it, and
 * is read again with their sessions: to say that it failed would let them make it twice.
 */
export async function saveOwnChange(db: UserDatabase, booking: Booking): Promise<void> {
  await saveBooking(db, booking).catch(() => undefined)
}

function isNewer({ _id, sequence }: Booking, rows: readonly Booking[]): boolean {
  const known = rows.find((row) => row._id === _id)
  return !known || sequence > known.sequence
}

async function fetchScope(
  token: string,
  scope: 'upcoming' | 'past',
  pagesMax: number,
): Promise<Booking[]> {
  return await everyPage(
    async (page) => {
      const query = { ...page, scope }
      const { bookings, next } = await callApi(bookingApi.listBookings, { query }, { token })
      return { rows: bookings, next }
    },
    { pagesMax },
  )
}
