import { readProfile } from '#src/session/own-profile.ts'
import { readQuests, type KnownQuests } from './stands.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** What a list of quests is drawn from. */
export interface QuestLists {
  readonly known: KnownQuests
  /** The gender in the person's profile; undefined before this device knows it. */
  readonly gender: string | undefined
}

/** For a live query. */
export async function readQuestLists(db: UserDatabase): Promise<QuestLists> {
  const [known, profile] = await Promise.all([readQuests(db), readProfile(db)])
  return { known, gender: profile?.gender }
}
