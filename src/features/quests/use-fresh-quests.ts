import { refreshProfile } from '#src/session/own-profile.ts'
import { refreshPlayed } from './played.ts'
import { refreshShelf } from './shelf.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/**
 * Looks up which quests are switched on, what the person played on other devices, and their profile: its country says
 * which numbers help shows, also where a grave answer is given without a network.
 */
export function useFreshQuests(db: UserDatabase) {
  return useRefresh(() =>
    asMember(db, async (token) => {
      await Promise.all([
        refreshShelf(db, token),
        refreshPlayed(db, token),
        refreshProfile(db, token),
      ])
    }),
  )
}
