import type { QuestAnswer } from '#contract/quests/model.ts'
import type { SurveyCard } from '#contract/quests/survey.ts'

/** A quest that was begun: every answer stands here the moment it is chosen. */
export interface QuestDraft {
  questId: number
  version: number
  answers: QuestAnswer[]
  /** The question on show, counted from 0. */
  at: number
  /** How many questions were left with Next: those have earned their points. */
  passed: number
}

/** What the server last said of its quests. */
export interface ShelfState {
  surveys: SurveyCard[]
}
