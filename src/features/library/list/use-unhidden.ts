import { useLiveQuery } from 'dexie-react-hooks'
import { fetchPictures, refreshLibrary } from './refresh-library.ts'
import { readHidden } from '#src/features/safety/hidden-people.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** Keeps this device's copy of the library as new as the server's while one of its pages is open. */
export function useLibrary(db: UserDatabase) {
  return useRefresh(async () => {
    await asMember(db, (token) => refreshLibrary(db, token))
    // A favour for later, without a network: it must not fail this page.
    fetchPictures(db.viewerId).catch(() => undefined)
  })
}

/** What authors whom the person has blocked wrote is not shown to them. */
export function useUnhidden<Item extends { readonly author: { readonly _id: string } }>(
  db: UserDatabase,
): (items: readonly Item[]) => readonly Item[] {
  const hidden = useLiveQuery(() => readHidden(db), [db], none)
  return (items) =>
    hidden.size === 0 ? items : items.filter(({ author }) => !hidden.has(author._id))
}

const none: ReadonlySet<string> = new Set()
