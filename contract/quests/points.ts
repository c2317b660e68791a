import type { Quest, QuestAnswer } from './model.ts'
import { distressAsked, optionOf } from './answers.ts'

/** Spec 9. */
export const pointsPerAnswer = 10
/** Spec 9: on top, for a true answer that says how much it bothers. */
export const pointsPerDistress = 10
/** Decisions: the same quest earns for the account again after 14 days. */
export const earnAgainAfterMs = 14 * 86_400_000

/**
 * The points the player shows, from the answers so far: going back and answering again never adds. Answers that do
 * not belong to the quest count nothing.
 */
export function localPoints(quest: Quest, answers: readonly QuestAnswer[]): number {
  const byQuestion = new Map(answers.map((answer) => [answer.questionId, answer]))
  let points = 0
  for (const question of quest.questions) {
    const answer = byQuestion.get(question.id)
    const option = answer && optionOf(question, answer.value)
    if (!answer || !option) continue
    points += pointsPerAnswer
    if (distressAsked(quest, option) && answer.distress !== undefined) points += pointsPerDistress
  }
  return points
}

/** What a finished quest adds to the account: the same for every answer, so that no score betrays an answer. */
export function accountPoints(quest: { readonly count: number }): number {
  return quest.count * pointsPerAnswer
}

/** Whether a quest finished at one instant earns, `earnedAtMs` being when it last did. */
export function earnsAt(finishedAtMs: number, earnedAtMs: number | undefined): boolean {
  return earnedAtMs === undefined || finishedAtMs - earnedAtMs >= earnAgainAfterMs
}
