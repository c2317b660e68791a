import type { LocalDate } from '#contract/local-date.ts'
import {
  trackerCatalog,
  type FourAnswers,
  type TrackerAnswerValue,
  type TrackerType,
} from '#contract/trackers/catalog.ts'
import type { TrackerScore } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinWords } from '#src/i18n/speech.ts'
import { formatDay } from '#src/lib/dates.ts'
import '#src/ui/companion/more-faces.ts'
import type { Choice } from '#src/ui/choice/choice.tsx'

type FourLines = readonly [() => string, () => string, () => string, () => string]

/** What the screens show of one kind of tracker. */
interface TrackerLabels {
  readonly name: () => string
  readonly question: () => string
  /** The question where the day asked about is the one before. */
  readonly lateQuestion?: () => string
  /** Emoji of its answers, best first. */
  readonly faces: FourAnswers
  /** The unit of its answers, where they are numbers. */
  readonly unit?: () => string
  /** What the person reads first once an answer is saved, best first: equally warm for each. */
  readonly saved: FourLines
  /** The kind sentence after a low answer, before what could help. */
  readonly low: () => string
  /** Why a quest is offered after a low answer. */
  readonly suggestion: () => string
  /** An answer on the not-sent screen. */
  readonly notSent: (inputs: { answer: string }) => string
}

export const trackerLabels: Readonly<Record<TrackerType, TrackerLabels>> = {
  Mood: {
    name: m.trackers_mood,
    question: m.trackers_question_mood,
    faces: ['😄', '🙂', '😔', '😢'],
    saved: [
      m.trackers_saved_mood_best,
      m.trackers_saved_mood_good,
      m.trackers_saved_mood_low,
      m.trackers_saved_mood_lowest,
    ],
    low: m.trackers_low_mood,
    suggestion: m.trackers_suggest_text_mood,
    notSent: m.sync_tracker_mood,
  },
  Fitness: {
    name: m.trackers_fitness,
    question: m.trackers_question_fitness,
    lateQuestion: m.trackers_question_fitness_late,
    faces: ['🏃', '🚶', '🧍', '🛋️'],
    saved: [
      m.trackers_saved_fitness_best,
      m.trackers_saved_fitness_good,
      m.trackers_saved_fitness_low,
      m.trackers_saved_fitness_lowest,
    ],
    low: m.trackers_low_fitness,
    suggestion: m.trackers_suggest_text_fitness,
    notSent: m.sync_tracker_fitness,
  },
  Sleep: {
    name: m.trackers_sleep,
    question: m.trackers_question_sleep,
    faces: ['😴', '😌', '🥱', '😵'],
    unit: m.trackers_hours,
    saved: [
      m.trackers_saved_sleep_best,
      m.trackers_saved_sleep_good,
      m.trackers_saved_sleep_low,
      m.trackers_saved_sleep_lowest,
    ],
    low: m.trackers_low_sleep,
    suggestion: m.trackers_suggest_text_sleep,
    notSent: m.sync_tracker_sleep,
  },
  Diet: {
    name: m.trackers_diet,
    question: m.trackers_question_diet,
    faces: ['😋', '😐', '😕', '😞'],
    saved: [
      m.trackers_saved_diet_best,
      m.trackers_saved_diet_good,
      m.trackers_saved_diet_low,
      m.trackers_saved_diet_lowest,
    ],
    low: m.trackers_low_diet,
    suggestion: m.trackers_suggest_text_diet,
    notSent: m.sync_tracker_diet,
  },
}

const answerLabels: Readonly<Record<TrackerAnswerValue, () => string>> = {
  happy: m.trackers_answer_happy,
  normal: m.trackers_answer_normal,
  sad: m.trackers_answer_sad,
  'very sad': m.trackers_answer_very_sad,
  'super active': m.trackers_answer_super_active,
  active: m.trackers_answer_active,
  'not active': m.trackers_answer_not_active,
  lazy: m.trackers_answer_lazy,
  '8 - 10': m.trackers_answer_sleep_8,
  '7 - 8': m.trackers_answer_sleep_7,
  '5 - 6': m.trackers_answer_sleep_5,
  '1 - 4': m.trackers_answer_sleep_1,
  well: m.trackers_answer_well,
  'not well': m.trackers_answer_not_well,
  poorly: m.trackers_answer_poorly,
  'not at all': m.trackers_answer_not_at_all,
  perfect: m.trackers_answer_perfect,
  somewhat: m.trackers_answer_somewhat,
  slightly: m.trackers_answer_slightly,
}

/** An answer in words; one that this build does not know is shown as it was given. */
export function answerLabel(answer: string): string {
  const labels: Readonly<Record<string, () => string>> = answerLabels
  return Object.hasOwn(labels, answer) ? (labels[answer]?.() ?? answer) : answer
}

export function answerEmoji(type: TrackerType, score: TrackerScore): string {
  return trackerLabels[type].faces[4 - score] ?? ''
}

/** The first thing that an answer gives back. */
export function savedLine(type: TrackerType, score: TrackerScore): string {
  return trackerLabels[type].saved[4 - score]?.() ?? ''
}

/** The four answers of a tracker to choose from, best first, in the words of the page or of the pop-up. */
export function answerChoices(type: TrackerType, where: 'page' | 'prompt'): Choice[] {
  const { answers, promptAnswers } = trackerCatalog[type]
  const { faces, unit } = trackerLabels[type]
  const words = where === 'prompt' ? (promptAnswers ?? answers) : answers
  return words.map((answer, index) => ({
    value: answer,
    label: answerLabel(answer),
    emoji: faces[index] ?? '',
    ...(unit ? { hint: unit() } : {}),
  }))
}

/** What a tracker asks of today, or of the day that ended. */
export function trackerQuestion(type: TrackerType, yesterday: boolean): string {
  const { question, lateQuestion } = trackerLabels[type]
  return yesterday && lateQuestion ? lateQuestion() : question()
}

/** Buttons of one word each: the tracker's name, and an earlier day, make them differ when they are read aloud. */
export function submitLabel(type: TrackerType, day: LocalDate | undefined): string {
  const label = `${m.trackers_submit()} ${trackerLabels[type].name()}`
  return day ? joinWords([label, formatDay(day)]) : label
}

/** An answer and the day it counts for. */
export interface AnsweredDay {
  readonly trackerType: TrackerType
  readonly day: LocalDate
  readonly answer: string
}

/** An answer in words, with its unit. */
export function answerLine({ trackerType, answer }: Omit<AnsweredDay, 'day'>): string {
  const { unit } = trackerLabels[trackerType]
  const label = answerLabel(answer)
  return unit ? `${label} ${unit()}` : label
}

/** Spec 2: 'You already answered this today.'; of another day, which day that was. */
export function alreadyText(day: LocalDate, today: LocalDate): string {
  return day === today ? m.trackers_already() : m.trackers_already_day({ day: formatDay(day) })
}

/** For a day that was answered on another device before: that it was, and the answer that counts. */
export function supersededText(entry: AnsweredDay, today: LocalDate): string {
  return m.trackers_superseded({
    tracker: trackerLabels[entry.trackerType].name(),
    already: alreadyText(entry.day, today),
    answer: answerLine(entry),
  })
}
