import { useLiveQuery } from 'dexie-react-hooks'
import type { Friend } from '#contract/connections/model.ts'
import { readFriends, readKnown } from './own-connections.ts'
import { refreshFriends } from './refresh-connections.ts'
import { readHidden } from '#src/features/safety/hidden-people.ts'
import { useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** Whom the person is connected with and has not blocked; undefined before the server has said. For a live query. */
export async function readCircle(db: UserDatabase): Promise<Friend[] | undefined> {
  const [friends, known, hidden] = await Promise.all([
    readFriends(db),
    readKnown(db),
    readHidden(db),
  ])
  return known.friends ? friends.filter(({ id }) => !hidden.has(id)) : undefined
}

/** The person's circle: what this device knows at once, what the server knows a moment later. */
export function useFriends(
  db: UserDatabase,
  known: Friend[] | undefined,
): { friends: Friend[] | undefined; refresh: Refresh; again: () => void } {
  const friends = useLiveQuery(() => readCircle(db), [db], known)
  const { refresh, again } = useRefresh(() => asMember(db, (token) => refreshFriends(db, token)))
  return { friends, refresh, again }
}
