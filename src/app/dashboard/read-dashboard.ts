import { readProfile } from '#src/features/account/own-profile.ts'
import { clockAt } from '#src/features/trackers/local-clock.ts'
import { readEntries } from '#src/features/trackers/read-entries.ts'
import { firstDayCharted } from '#src/features/trackers/use-day-entries.ts'
import type { UserDatabase } from '#src/offline/database.ts'

/** What this device knows of the person at this moment. */
export async function readDashboard(db: UserDatabase) {
  const today = clockAt(Date.now()).date
  const [profile, entries] = await Promise.all([
    readProfile(db),
    readEntries(db, firstDayCharted(today)),
  ])
  return { profile, entries }
}
