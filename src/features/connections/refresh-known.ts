import { readKnown } from './own-connections.ts'
import { refreshFriends, refreshSent } from './refresh-connections.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { refreshReceivedRequests } from './refresh-received.ts'

/** Reads again the lists of connections that this device holds: one of them has changed. Rejects as the calls do. */
export async function refreshKnownConnections(db: UserDatabase): Promise<void> {
  const known = await readKnown(db)
  await asMember(db, async (token) => {
    await Promise.all([
      known.sent && refreshSent(db, token),
      known.received && refreshReceivedRequests(db),
      known.friends && refreshFriends(db, token),
    ])
  })
}
