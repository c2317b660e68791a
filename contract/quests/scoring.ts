import {
  checkAnswers,
  chosenOf,
  type AnswerProblem,
  type Chosen,
  distressAsked,
  optionOf,
} from './answers.ts'
import { evaluate, holds, rounded, RuleError, type Known } from './evaluate.ts'
import {
  riskActions,
  type Band,
  type Quest,
  type QuestAnswer,
  type QuestResult,
  type RiskRule,
} from './model.ts'

export type Scored =
  | { readonly kind: 'scored'; readonly result: QuestResult }
  | { readonly kind: 'refused'; readonly problem: AnswerProblem }

/**
 * Scores a full set of answers, given in any order. Pure and the same on the phone and on the server; what cannot be
 * scored is refused with its reason and never guessed: a missing answer is no zero.
 */
export function scoreQuest(quest: Quest, answers: readonly QuestAnswer[]): Scored {
  const checked = checkAnswers(quest, answers)
  if (checked.kind === 'refused') return checked
  const known = { quest, chosen: checked.chosen, scores: scoresOf(quest, checked.chosen) }
  const band = bandOf(quest, known)
  return {
    kind: 'scored',
    result: {
      questId: quest.id,
      type: quest.type,
      version: quest.version,
      scores: Object.fromEntries(known.scores),
      band: band.id,
      tone: band.tone,
      destination: band.destination,
      risks: gravestFirst(quest.risks.filter(({ when }) => holds(when, known))).map(({ id }) => id),
    },
  }
}

/**
 * The risk rules that answers given so far already meet, the gravest first. Asked after every answer: an answer that
 * is still missing, or one that is not valid, never prevents a rule on another from holding.
 */
export function risksSoFar(quest: Quest, answers: readonly QuestAnswer[]): RiskRule[] {
  const known = { quest, chosen: chosenOf(quest, answers), scores: new Map<string, number>() }
  const met = quest.risks.filter(({ timing, when }) => timing === 'answer' && holds(when, known))
  return gravestFirst(met)
}

function scoresOf(quest: Quest, chosen: ReadonlyMap<number, Chosen>): Map<string, number> {
  const scores = new Map<string, number>()
  for (const { id, expr } of quest.scores) {
    scores.set(id, rounded(evaluate(expr, { quest, chosen, scores })))
  }
  return scores
}

function bandOf(quest: Quest, known: Known): Band {
  const band = quest.bands.find(({ when }) => holds(when, known))
  if (!band) throw new RuleError(`No band of ${quest.type} takes this result`)
  return band
}

function gravestFirst(rules: readonly RiskRule[]): RiskRule[] {
  return rules.toSorted((a, b) => riskActions.indexOf(a.action) - riskActions.indexOf(b.action))
}

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
