import { readProfile } from '#src/session/own-profile.ts'
import { readBookings } from '../kept-bookings.ts'
import { readProvider } from '#src/features/providers/directory/directory-store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** What this device knows of a provider, of oneself and of one's sessions at this moment. */
export async function readBookingPage(db: UserDatabase, providerId: string) {
  const [provider, profile, bookings] = await Promise.all([
    readProvider(db.viewerId, providerId),
    readProfile(db),
    readBookings(db),
  ])
  return { provider, profile, bookings }
}
