import { readProfile } from '#src/session/own-profile.ts'
import { readConnections } from '#src/features/connections/own-connections.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readHidden } from '#src/features/safety/hidden-people.ts'

/** What this device knows of the person who looks at the directory. */
export async function readViewer(db: UserDatabase) {
  const [profile, connections, hidden] = await Promise.all([
    readProfile(db),
    readConnections(db),
    readHidden(db),
  ])
  return { profile, connections, hidden }
}

export type ViewerFacts = Awaited<ReturnType<typeof readViewer>>
