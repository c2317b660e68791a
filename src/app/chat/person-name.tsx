import { useLiveQuery } from 'dexie-react-hooks'
import type { UserDatabase } from '#src/offline/database.ts'
import { PersonLink } from '#src/features/connections/person-link.tsx'

/** Somebody's name, as the link to their page where they have one that may be seen. */
export function PersonName({ db, id, words }: { db: UserDatabase; id: string; words: string }) {
  const friend = useLiveQuery(() => db.friends.get(id), [db, id])
  if (!friend || friend.userType === 'Parent') return words
  return <PersonLink friend={friend}>{words}</PersonLink>
}
