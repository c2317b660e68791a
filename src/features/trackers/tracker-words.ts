import type { TrackerType } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const trackerName: Record<TrackerType, () => string> = {
  Mood: m.trackers_mood,
  Fitness: m.trackers_fitness,
  Sleep: m.trackers_sleep,
  Diet: m.trackers_diet,
}

const questions: Record<TrackerType, () => string> = {
  Mood: m.trackers_question_mood,
  Fitness: m.trackers_question_fitness,
  Sleep: m.trackers_question_sleep,
  Diet: m.trackers_question_diet,
}

/** What a tracker asks. After midnight Fitness still asks about the day that ended. */
export function trackerQuestion(type: TrackerType, yesterday: boolean): string {
  return type === 'Fitness' && yesterday ? m.trackers_question_fitness_late() : questions[type]()
}
