import type { TrackerType } from '#contract/trackers/catalog.ts'
import type { TrackerScore } from '#contract/trackers/model.ts'
import { questSuggestion, type QuestSuggestion } from '#contract/trackers/prompts.ts'
import { readShelf, shelfResource } from '#src/features/quests/quests-resource.ts'
import { refreshResource } from '#src/data/resource.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import { within } from '#src/lib/within.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** So long the server may take to answer what a dialog waits for, in milliseconds; then the device decides alone. */
export const askBoundMs = 2_000

/** The titles of the quests that are switched on, by id. */
export type OpenQuests = ReadonlyMap<number, string>

/** A suggestion with the titles it needs. */
export interface Suggested {
  readonly type: TrackerType
  readonly suggestion: QuestSuggestion
  readonly openQuests: OpenQuests
  /** Whether there is somebody in their Circle of Care to write to. */
  readonly knowsSomebody: boolean
}

const suggested = createStore<readonly Suggested[]>([])

/** What is to be suggested, the first one now. */
export function useSuggested(): readonly Suggested[] {
  return useStore(suggested)
}

/** The first one has been seen. */
export function dropSuggestion(): void {
  suggested.set(suggested.get().slice(1))
}

/** Nothing of one person is suggested to the next. */
export function dropSuggestions(): void {
  suggested.set([])
}

/** Suggests a quest after a low score; nothing after a better one. */
export async function suggestQuest(
  db: UserDatabase,
  type: TrackerType,
  score: TrackerScore,
): Promise<void> {
  const next = await suggestionFor(db, type, score)
  if (next) suggested.set([...suggested.get(), next])
}

/** What a score suggests, of the quests that are switched on as far as the server can be asked quickly. */
export async function suggestionFor(
  db: UserDatabase,
  type: TrackerType,
  score: TrackerScore,
): Promise<Suggested | undefined> {
  if (score > 2) return undefined
  if (navigator.onLine) {
    await within(askBoundMs, refreshResource(db, shelfResource))
  }
  const [openQuests, friends] = await Promise.all([readOpenQuests(db), db.friends.count()])
  const suggestion = questSuggestion(type, score, openQuests)
  return suggestion && { type, suggestion, openQuests, knowsSomebody: friends > 0 }
}

async function readOpenQuests(db: UserDatabase): Promise<OpenQuests> {
  const shelf = await readShelf(db)
  const playable = shelf.filter(({ open, problem }) => open && problem === undefined)
  return new Map(playable.map(({ id, title }) => [id, title]))
}
