import {
  dietPromptAnswers,
  trackerAnswers,
  type TrackerScore,
  type TrackerType,
} from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Choice } from '#src/ui/choice/choice.ts'

/** The faces of a tracker's answers, best first. */
const faces: Record<TrackerType, readonly [string, string, string, string]> = {
  Mood: ['😄', '🙂', '😔', '😢'],
  Fitness: ['🏃', '🚶', '🧍', '🛋️'],
  Sleep: ['😴', '😌', '🥱', '😵'],
  Diet: ['😋', '😐', '😕', '😞'],
}

const words: Record<string, () => string> = {
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
export function answerWords(answer: string): string {
  return words[answer]?.() ?? answer
}

export function answerEmoji(type: TrackerType, score: TrackerScore): string {
  return faces[type][4 - score] ?? ''
}

/** The four answers of a tracker to choose from, best first; the pop-up asks about Diet in its own words. */
export function answerChoices(type: TrackerType, where: 'page' | 'prompt'): Choice[] {
  const answers = where === 'prompt' && type === 'Diet' ? dietPromptAnswers : trackerAnswers[type]
  return answers.map((answer, index) => ({
    value: answer,
    label: answerWords(answer),
    emoji: faces[type][index] ?? '',
    ...(type === 'Sleep' ? { hint: m.trackers_hours() } : {}),
  }))
}
