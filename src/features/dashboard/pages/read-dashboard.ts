import { profileResource } from '#src/data/profile-resource.ts'
import { preload } from '#src/data/resource.ts'
import { clockAt } from '#src/features/trackers/local-clock.ts'
import { readEntries } from '#src/features/trackers/read-entries.ts'
import { firstDayCharted } from '#src/features/trackers/use-day-entries.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { circleResource } from '#src/features/connections/connections-resource.ts'

/** What this device knows of the person at this moment. */
export async function readDashboard(db: UserDatabase) {
  const today = clockAt(Date.now()).date
  const [entries] = await Promise.all([
    readEntries(db, firstDayCharted(today)),
    preload(db, circleResource),
    preload(db, profileResource),
  ])
  return { entries }
}
