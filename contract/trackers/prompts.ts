import type { TrackerScore, TrackerType } from './model.ts'

/** Spec 4: a prompt appears this long after the app opened, once per session. */
export const promptDelayMs = 3_000
/** Decisions: a prompt's answer can be taken back for this long. */
export const promptUndoMs = 6_000

/** Decisions: one dialog at a time, in this order. */
const promptOrder = ['Mood', 'Sleep', 'Fitness', 'Diet'] as const satisfies readonly TrackerType[]

/** Spec 4, taken literally: the local hours (0 to 23) in which a tracker is prompted; Diet's rule is always true. */
const promptHours: Record<TrackerType, (hour: number) => boolean> = {
  Mood: (hour) => hour >= 14 && hour <= 22,
  Sleep: (hour) => hour >= 6 && hour <= 13,
  Fitness: (hour) => hour >= 20 || hour <= 3,
  Diet: (hour) => hour >= 17 || hour < 20,
}

/** The trackers to ask about at a local hour, in the order they are asked. */
export function promptsAt(hour: number, answered: ReadonlySet<TrackerType>): TrackerType[] {
  return promptOrder.filter((type) => promptHours[type](hour) && !answered.has(type))
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

/** Spec 4: a score of 2 or lower suggests a related quest. */
const relatedQuests: Record<TrackerType, readonly number[]> = {
  Mood: [3],
  Diet: [22],
  Sleep: [21],
  Fitness: [3, 21, 22],
}

/** What a low score suggests, of the quests that are switched on; undefined for a score above 2. */
export function questSuggestion(
  type: TrackerType,
  score: TrackerScore,
  openQuests: Pick<ReadonlySet<number>, 'has'>,
): QuestSuggestion | undefined {
  if (score > 2) return undefined
  const strength = score === 1 ? 'Highly recommend' : 'Consider'
  const related = relatedQuests[type].filter((id) => openQuests.has(id))
  if (related.length > 0) return { strength, offer: 'related', questIds: related }
  return openQuests.has(fallbackQuest)
    ? { strength, offer: 'other', questIds: [fallbackQuest] }
    : { strength, offer: 'help', questIds: [] }
}
