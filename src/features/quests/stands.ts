import type { UserDatabase } from '#src/offline/storage/database.ts'
import { lastPlayedDays, readPlayedRows } from './played.ts'
import { readDrafts } from './quest-draft.ts'
import { readShelf, type ShelfQuest } from './shelf.ts'

/** How far somebody is with a quest. */
export interface QuestStand {
  /** The question that a begun quest is at, counted from 1. */
  readonly at?: number
  /** The local day of the last time it was played to its end. */
  readonly playedOn?: string
}

/** The quests and how far the person is with each, as this device knows it. */
export interface KnownQuests {
  readonly quests: readonly ShelfQuest[]
  readonly stands: ReadonlyMap<number, QuestStand>
}

/** For a live query. */
export async function readQuests(db: UserDatabase): Promise<KnownQuests> {
  const [quests, drafts, rows] = await Promise.all([
    readShelf(db),
    readDrafts(db),
    readPlayedRows(db),
  ])
  const days = lastPlayedDays(rows)
  const stands = quests.map(({ id }): [number, QuestStand] => {
    const draft = drafts.get(id)
    const playedOn = days.get(id)
    const begun = draft && draft.answers.length > 0
    return [id, { ...(begun ? { at: draft.at + 1 } : {}), ...(playedOn ? { playedOn } : {}) }]
  })
  return { quests, stands: new Map(stands) }
}
