import { readBookings } from '#src/features/booking/kept-bookings.ts'
import { readProvider } from '#src/features/providers/kept-directory.ts'
import type { UserDatabase } from '#src/offline/database.ts'

/** What this device knows of a provider's name and of one's sessions at this moment. */
export async function readBookingPage(db: UserDatabase, providerId: string) {
  const [provider, bookings] = await Promise.all([
    readProvider(db.userId, providerId),
    readBookings(db),
  ])
  return { providerName: provider?.name, bookings }
}
