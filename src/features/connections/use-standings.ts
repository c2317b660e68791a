import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { readConnections, type OwnConnections } from './own-connections.ts'
import { refreshFriends, refreshSent } from './refresh-connections.ts'
import { standingsIn, type Standing } from './standing.ts'
import { useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

export interface Standings {
  /** How the person stands to a provider; undefined before the server has said whom they know. */
  readonly of: (providerId: string) => Standing | undefined
  readonly refresh: Refresh
  readonly again: () => void
}

/** How the person stands to care providers: what this device knows at once, what the server knows a moment later. */
export function useStandings(db: UserDatabase, known: OwnConnections): Standings {
  const connections = useLiveQuery(() => readConnections(db), [db], known)
  const { refresh, again } = useRefresh(() => refreshStandings(db))
  const standingOf = useMemo(() => standingsIn(connections), [connections])
  const heard = connections.known.sent && connections.known.friends
  return { of: (id) => (heard ? standingOf(id) : undefined), refresh, again }
}

/** Fetches whom the person has asked and whom they are connected with. Rejects as the calls do. */
export async function refreshStandings(db: UserDatabase): Promise<void> {
  await asMember(db, async (token) => {
    await Promise.all([refreshSent(db, token), refreshFriends(db, token)])
  })
}
