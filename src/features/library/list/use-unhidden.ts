import { useLiveQuery } from 'dexie-react-hooks'
import { readHidden } from '#src/features/safety/hidden-people.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** Leaves out what authors wrote whom the person has blocked. */
export function useUnhidden<Item extends { readonly author: { readonly _id: string } }>(
  db: UserDatabase,
): (items: readonly Item[]) => readonly Item[] {
  const hidden = useLiveQuery(() => readHidden(db), [db], none)
  return (items) =>
    hidden.size === 0 ? items : items.filter(({ author }) => !hidden.has(author._id))
}

const none: ReadonlySet<string> = new Set()
