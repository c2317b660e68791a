import { useLiveQuery } from 'dexie-react-hooks'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { playedOf, readPlayedRows, type Played } from './played.ts'

/** How often a quest was played, newest first; follows what is queued and what the server answers. */
export function usePlayed(
  db: UserDatabase,
  questId: number,
  initial: readonly Played[],
): readonly Played[] {
  return useLiveQuery(
    async () => await playedOf(await readPlayedRows(db, questId)),
    [db, questId],
    initial,
  )
}
