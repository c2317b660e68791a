import { trackerCatalog, trackerTypes, type TrackerType } from './catalog.ts'
import type { TrackerScore } from './model.ts'

/** Spec 4: a prompt appears this long after the app opened, once per session. */
export const promptDelayMs = 3_000
/** Decisions: a prompt's answer can be taken back for this long. */
export const promptUndoMs = 6_000

/** Decisions: one dialog at a time, in this order. */
const promptOrder = trackerTypes.toSorted(
  (a, b) => trackerCatalog[a].promptOrder - trackerCatalog[b].promptOrder,
)

/** The trackers to ask about at a local hour, in the order they are asked. */
export function promptsAt(hour: number, answered: ReadonlySet<TrackerType>): TrackerType[] {
  return promptOrder.filter((type) => promptsIn(type, hour) && !answered.has(type))
}

export interface QuestSuggestion {
  readonly strength: 'Highly recommend' | 'Consider'
  /** The tracker's own quests, another that fits, or none that is open: then Help now is offered. */
  readonly offer: 'related' | 'other' | 'help'
  /** Ids of the quests offered; more than one is a choice. */
  readonly questIds: readonly number[]
}

/** Mood Meter asks about mood, sleep, food and energy: it fits where a tracker's own quests are switched off. */
const fallbackQuest = 1

/** Spec 4: what a low score suggests, of the quests that are switched on; undefined for a score above 2. */
export function questSuggestion(
  type: TrackerType,
  score: TrackerScore,
  openQuests: Pick<ReadonlySet<number>, 'has'>,
): QuestSuggestion | undefined {
  if (score > 2) return undefined
  const strength = score === 1 ? 'Highly recommend' : 'Consider'
  const related = trackerCatalog[type].relatedQuests.filter((id) => openQuests.has(id))
  if (related.length > 0) return { strength, offer: 'related', questIds: related }
  return openQuests.has(fallbackQuest)
    ? { strength, offer: 'other', questIds: [fallbackQuest] }
    : { strength, offer: 'help', questIds: [] }
}

/** Spec 4, taken literally. */
function promptsIn(type: TrackerType, hour: number): boolean {
  const { from, to } = trackerCatalog[type].promptHours
  return from <= to ? hour >= from && hour <= to : hour >= from || hour <= to
}
