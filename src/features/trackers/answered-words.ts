import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { answerWords } from './answer-face.ts'
import { trackerName } from './tracker-words.ts'

/** An answer and the day it counts for. */
export interface AnsweredDay {
  readonly trackerType: TrackerType
  readonly day: LocalDate
  readonly answer: string
}

/** An answer in words, Sleep's with its unit. */
export function answerLine({ trackerType, answer }: Omit<AnsweredDay, 'day'>): string {
  const words = answerWords(answer)
  return trackerType === 'Sleep' ? `${words} ${m.trackers_hours()}` : words
}

/** Spec 2: 'You already answered this today.'; of another day, which day that was. */
export function alreadyText(day: LocalDate, today: LocalDate): string {
  return day === today ? m.trackers_already() : m.trackers_already_day({ day: formatDay(day) })
}

/** What to tell somebody whose day was answered on another device before: that it was, and the answer that counts. */
export function supersededText(entry: AnsweredDay, today: LocalDate): string {
  return m.trackers_superseded({
    tracker: trackerName[entry.trackerType](),
    already: alreadyText(entry.day, today),
    answer: answerLine(entry),
  })
}
