import * as v from 'valibot'
import { freeLine, strictForm } from '../free-text.ts'
import { addDays, localDateSchema, type LocalDate } from '../local-date.ts'
import { trackerCatalog, trackerTypes, type FourAnswers, type TrackerType } from './catalog.ts'

export const trackerTypeSchema = v.picklist(trackerTypes)

export type TrackerScore = 1 | 2 | 3 | 4

/** The answers that a tracker takes, in every wording. */
export function acceptedAnswers(type: TrackerType): readonly FourAnswers[] {
  const { answers, promptAnswers } = trackerCatalog[type]
  return promptAnswers ? [answers, promptAnswers] : [answers]
}

/** 4 for the best answer to 1 for the lowest; undefined for words the tracker does not know. */
export function trackerScore(type: TrackerType, answer: string): TrackerScore | undefined {
  for (const answers of acceptedAnswers(type)) {
    const index = answers.indexOf(answer)
    if (index !== -1) return (4 - index) as TrackerScore
  }
  return undefined
}

/** Decisions: the server accepts a device's day up to 30 days back and one ahead of its own. */
export const daysBackMax = 30
const daysAheadMax = 1

/** Whether a day can still be answered, `today` being the server's UTC day. */
export function answerableDay(date: LocalDate, today: LocalDate): 'open' | 'too_old' | 'future' {
  if (date < addDays(today, -daysBackMax)) return 'too_old'
  return date > addDays(today, daysAheadMax) ? 'future' : 'open'
}

/** The day an answer counts for, given the local day and hour (0 to 23) of the person's clock. */
export function trackerDay(type: TrackerType, clock: { date: LocalDate; hour: number }): LocalDate {
  return clock.hour < trackerCatalog[type].dayStartsAtHour ? addDays(clock.date, -1) : clock.date
}

/** One stored answer. `id` is the id of the operation that recorded it; of an import many have the same one. */
export const trackerEntrySchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** The import that brought it from another app; absent where it was given here. */
  importId: v.optional(v.pipe(v.string(), v.uuid())),
  trackerType: trackerTypeSchema,
  answer: v.string(),
  date: localDateSchema,
  day: localDateSchema,
  score: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4)),
})
export type TrackerEntry = v.InferOutput<typeof trackerEntrySchema>

/** Spec 5. */
const noAnswer = 'Please select an answer'

/** What a person answers: the body of `POST /trackers` and the payload of `trackers.record`. */
export const trackerAnswerSchema = v.pipe(
  strictForm({
    trackerType: trackerTypeSchema,
    answer: v.pipe(freeLine(noAnswer), v.minLength(1, noAnswer), v.maxLength(40)),
    date: localDateSchema,
  }),
  v.forward(
    v.check((input) => trackerScore(input.trackerType, input.answer) !== undefined, noAnswer),
    ['answer'],
  ),
)
export type TrackerAnswer = v.InferOutput<typeof trackerAnswerSchema>

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
