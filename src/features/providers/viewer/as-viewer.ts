import type { Viewer } from '../list-start.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { currentSession } from '#src/session/session.ts'

/** Looks at the directory as the person logged in. Rejects as the look does. */
export async function asViewer<T>(
  db: UserDatabase,
  look: (viewer: Viewer) => Promise<T>,
): Promise<T> {
  const isHere = () => currentSession()?.user._id === db.userId
  return await asMember(db, (token) => look({ viewerId: db.viewerId, token, isHere }))
}
