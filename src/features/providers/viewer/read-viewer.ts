import { readProfile } from '#src/session/own-profile.ts'
import { preload } from '#src/data/resource.ts'
import { ownConnectionsResource } from '#src/features/connections/connections-resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readHidden } from '#src/features/safety/hidden-people.ts'

/** What this device knows of the person who looks at the directory. */
export async function readViewer(db: UserDatabase) {
  const [profile, hidden] = await Promise.all([
    readProfile(db),
    readHidden(db),
    preload(db, ownConnectionsResource),
  ])
  return { profile, hidden }
}

export type ViewerFacts = Awaited<ReturnType<typeof readViewer>>
