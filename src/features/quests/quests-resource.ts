import { defineResource, preload } from '#src/data/resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { localTimeAt, type LocalDate } from '#contract/local-date.ts'
import { deviceZone } from '#src/lib/dates.ts'
import { readProfile, refreshProfile } from '#src/session/own-profile.ts'
import { readLowAnswers, type LowAnswer } from './low-answers.ts'
import { lastPlayedDays, playedOf, readPlayedRows, refreshPlayed, type Played } from './played.ts'
import { readDrafts } from './quest-draft.ts'
import { readShelf, refreshShelf, type ShelfQuest } from './shelf.ts'

/** How far the person is with a quest. */
export interface QuestProgress {
  /** The question that a begun quest is at, counted from 1. */
  readonly at?: number
  /** The local day of the last time it was played to its end. */
  readonly playedOn?: string
}

/** What a list of quests is drawn from. */
export interface QuestLists {
  readonly quests: readonly ShelfQuest[]
  /** By the id of the quest. */
  readonly progress: ReadonlyMap<number, QuestProgress>
  /** The gender in the person's profile; undefined before this device knows it. */
  readonly gender: string | undefined
  /** What the person answered in their trackers, where a quest may help. */
  readonly lowAnswers: readonly LowAnswer[]
  /** The person's own day when this was read. */
  readonly today: LocalDate
}

/** Every quest and how far the person is with each. */
export const questListsResource = defineResource({
  key: 'quests.lists',
  read: readQuestLists,
  refresh: refreshQuests,
})

/** How often a quest was played, newest first; follows what is queued and what the server answers. */
export const playedResource = defineResource<Played[], [questId: number]>({
  key: 'quests.played',
  read: async (db, questId) => await playedOf(await readPlayedRows(db, questId)),
  refresh: refreshQuests,
})

/** For the loader of the routes. */
export function preloadQuestLists(db: UserDatabase): Promise<void> {
  return preload(db, questListsResource)
}

/** For a live query. */
export async function readQuestLists(db: UserDatabase): Promise<QuestLists> {
  const today = localTimeAt(Date.now(), deviceZone()).date
  const [quests, drafts, rows, profile, lowAnswers] = await Promise.all([
    readShelf(db),
    readDrafts(db),
    readPlayedRows(db),
    readProfile(db),
    readLowAnswers(db, today),
  ])
  const days = lastPlayedDays(rows)
  const progress = quests.map(({ id }): [number, QuestProgress] => {
    const draft = drafts.get(id)
    const playedOn = days.get(id)
    const begun = draft && draft.answers.length > 0
    return [id, { ...(begun ? { at: draft.at + 1 } : {}), ...(playedOn ? { playedOn } : {}) }]
  })
  return { quests, progress: new Map(progress), gender: profile?.gender, lowAnswers, today }
}

/**
 * Fetches which quests are switched on, what the person played on other devices, and their profile: its country says
 * which numbers help shows, also where a grave answer is given without a network. Rejects as the calls do.
 */
async function refreshQuests(db: UserDatabase, token: string): Promise<void> {
  await Promise.all([refreshShelf(db, token), refreshPlayed(db, token), refreshProfile(db, token)])
}
