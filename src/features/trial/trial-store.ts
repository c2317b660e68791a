import * as v from 'valibot'
import type { LocalDate } from '#contract/local-date.ts'
import { questResponseSchema, type QuestResponse } from '#contract/quests/response.ts'
import { trackerAnswerSchema, type TrackerAnswer } from '#contract/trackers/model.ts'
import { draftSchema } from '#src/features/quests/play.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'

const opId = v.pipe(v.string(), v.uuid())

/**
 * What a visitor answered without an account, on this phone alone. The ids are those of the operations that take it over,
 * so that a takeover cut short and tried again counts once.
 */
const trialSchema = v.object({
  /** Epoch milliseconds of the last answer. */
  atMs: v.number(),
  mood: v.optional(v.object({ opId, answer: trackerAnswerSchema })),
  quest: v.optional(v.object({ opId, response: questResponseSchema })),
  /** A quest that is not finished. */
  draft: v.optional(draftSchema),
  /** Who has said that it is theirs: nobody else is asked, and it is taken over the next time they are here. */
  takenBy: v.optional(v.string()),
})
export type Trial = v.InferOutput<typeof trialSchema>

/** What is left on a phone is somebody's answers: it goes by itself after so many days. */
export const trialDaysMax = 7
const trialMsMax = trialDaysMax * 86_400_000

const key = 'trial'

/** What this phone holds; undefined for nothing, for what has expired, and for what cannot be read. */
export function readTrial(nowMs: number): Trial | undefined {
  const stored = storage()?.getItem(key)
  if (stored === null || stored === undefined) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), trialSchema), stored)
  // A clock that was set back makes it look young for ever.
  if (parsed.success && Math.abs(nowMs - parsed.output.atMs) < trialMsMax) return parsed.output
  dropTrial()
  return undefined
}

/** Whether it holds something that an account could take over. */
export function hasAnswers({ mood, quest }: Trial): boolean {
  return mood !== undefined || quest !== undefined
}

/** Throws the answers away, also those of a quest that was only begun. */
export function dropTrial(): void {
  storage()?.removeItem(key)
}

export interface Moment {
  readonly nowMs: number
  readonly date: LocalDate
  /** A new UUIDv7. */
  readonly opId: string
}

/** Keeps a mood, in the place of one from before. */
export function saveMood(answer: TrackerAnswer['answer'], moment: Moment): 'saved' | 'not_saved' {
  const mood = { trackerType: 'Mood', answer, date: moment.date } as const
  return change(moment.nowMs, { mood: { opId: moment.opId, answer: mood } })
}

/** Keeps a finished quest, in the place of its draft. */
export function saveQuest(
  response: QuestResponse,
  { nowMs, opId: id }: Pick<Moment, 'nowMs' | 'opId'>,
): 'saved' | 'not_saved' {
  return change(nowMs, { quest: { opId: id, response }, draft: undefined })
}

/** Keeps a quest as far as it is played; undefined begins it anew. */
export function saveTrialDraft(
  draft: QuestDraft | undefined,
  nowMs: number,
): 'saved' | 'not_saved' {
  return change(nowMs, { draft })
}

/** Notes whose the answers are, before any of them goes anywhere. */
export function claimTrial(userId: string, nowMs: number): 'saved' | 'not_saved' {
  return change(nowMs, { takenBy: userId })
}

/** What is already somebody's is added to by nobody: a new try begins with nothing. */
function change(nowMs: number, part: Partial<Trial>): 'saved' | 'not_saved' {
  const before = readTrial(nowMs)
  const known = before?.takenBy === undefined ? before : part.takenBy === undefined ? {} : before
  try {
    localStorage.setItem(key, JSON.stringify({ ...known, ...part, atMs: nowMs }))
    return 'saved'
  } catch {
    return 'not_saved'
  }
}

/** A browser that refuses storage has no trial. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
