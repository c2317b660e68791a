import { readProfile } from '#src/session/own-profile.ts'
import { preload } from '#src/data/resource.ts'
import { chartDaysMax, entriesResource } from '#src/features/trackers/entries-resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readCircle } from '#src/features/connections/use-friends.ts'

/** What this device knows of the person at this moment. */
export async function readDashboard(db: UserDatabase) {
  const [profile, friends] = await Promise.all([
    readProfile(db),
    readCircle(db),
    preload(db, entriesResource, chartDaysMax),
  ])
  return { profile, friends }
}
