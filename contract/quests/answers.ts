import { evaluate } from './evaluate.ts'
import {
  missingAnswersText,
  type ConflictRule,
  type Question,
  type Quest,
  type QuestAnswer,
  type QuestOption,
} from './model.ts'
import { wrongCountText } from './shelf.ts'

/**
 * Why a set of answers cannot be scored; the first reason found, in this order. `missing_answers` are too few, all of
 * them the quest's own; `wrong_count` is a set that does not match the quest.
 */
export type AnswerProblem =
  | { readonly code: 'missing_answers' }
  | { readonly code: 'wrong_count'; readonly expected: number; readonly got: number }
  | {
      readonly code: 'foreign_question' | 'doubled_question'
      readonly questionId: string
    }
  /** The text is no option of this question, though it may be one of another. */
  | { readonly code: 'unknown_option'; readonly questionId: string }
  | {
      readonly code: 'missing_distress' | 'stray_distress' | 'unknown_distress'
      readonly questionId: string
    }
  | { readonly code: 'conflicting_answers'; readonly rule: ConflictRule }

/** What was chosen, by item number. */
export interface Chosen {
  readonly question: Question
  readonly option: QuestOption
  /** Present where distress was asked. */
  readonly distress?: QuestOption
}

export type CheckedAnswers =
  | { readonly kind: 'complete'; readonly chosen: ReadonlyMap<number, Chosen> }
  | { readonly kind: 'refused'; readonly problem: AnswerProblem }

/** Judges a whole set of answers, in whatever order they come. */
export function checkAnswers(quest: Quest, answers: readonly QuestAnswer[]): CheckedAnswers {
  const problem =
    setProblem(quest, answers) ??
    firstAnswerProblem(quest, answers) ??
    conflictProblem(quest, answers)
  return problem
    ? { kind: 'refused', problem }
    : { kind: 'complete', chosen: chosenOf(quest, answers) }
}

/**
 * What the valid ones of some answers choose. A bad answer is passed over, so that it cannot hide a grave one; where a
 * question is answered twice, the later answer counts.
 */
export function chosenOf(quest: Quest, answers: readonly QuestAnswer[]): Map<number, Chosen> {
  const chosen = new Map<number, Chosen>()
  for (const answer of answers) {
    const question = quest.questions.find(({ id }) => id === answer.questionId)
    const option = question && optionOf(question, answer.value)
    if (!question || !option) continue
    const distress = distressAsked(quest, option) ? distressOf(quest, answer.distress) : undefined
    chosen.set(question.n, distress ? { question, option, distress } : { question, option })
  }
  return chosen
}

/** The conflicts among answers given so far: only those whose items are all answered. */
export function conflictsAmong(quest: Quest, answers: readonly QuestAnswer[]): ConflictRule[] {
  const chosen = chosenOf(quest, answers)
  const known = { quest, chosen, scores: new Map<string, number>() }
  return (quest.conflicts ?? []).filter(({ items, greater: [first, second] }) => {
    return items.every((n) => chosen.has(n)) && evaluate(first, known) > evaluate(second, known)
  })
}

/** The questions that still wait: for an answer, or for the distress that theirs asks for. */
export function unanswered(quest: Quest, answers: readonly QuestAnswer[]): Question[] {
  const chosen = chosenOf(quest, answers)
  return quest.questions.filter((question) => {
    const own = chosen.get(question.n)
    return !own || (distressAsked(quest, own.option) && !own.distress)
  })
}

export function optionOf(question: Question, text: string): QuestOption | undefined {
  return question.options.find((option) => option.text === text)
}

/** Spec 4: whether choosing this option also asks how much it bothers. */
export function distressAsked(quest: Quest, option: QuestOption): boolean {
  return quest.distress !== undefined && option.rate >= quest.distress.rateMin
}

/** Spec 5: the text for a problem. */
export function answerProblemText(quest: Quest, problem: AnswerProblem): string {
  switch (problem.code) {
    case 'missing_answers':
      return missingAnswersText
    case 'wrong_count':
      return wrongCountText(quest.type, problem.expected, problem.got)
    case 'missing_distress':
      return 'Please select distress level for all "True" answers in PQ-16.'
    case 'foreign_question':
      return 'An answer belongs to another quest.'
    case 'doubled_question':
      return 'A challenge was answered twice.'
    case 'unknown_option':
      return 'An answer is not one of the choices of its challenge.'
    case 'stray_distress':
      return 'A distress level came with an answer that has none.'
    case 'unknown_distress':
      return 'A distress level is not one of the choices.'
    case 'conflicting_answers':
      return problem.rule.text
  }
}

function setProblem(quest: Quest, answers: readonly QuestAnswer[]): AnswerProblem | undefined {
  const [expected, got] = [quest.questions.length, answers.length]
  const wanted = new Set(quest.questions.map(({ id }) => id))
  const foreign = answers.find(({ questionId }) => !wanted.has(questionId))
  if (got < expected && !foreign) return { code: 'missing_answers' }
  if (got !== expected) return { code: 'wrong_count', expected, got }
  if (foreign) return { code: 'foreign_question', questionId: foreign.questionId }
  const doubled = answers.find(
    ({ questionId }, index) => answers.findIndex((one) => one.questionId === questionId) < index,
  )
  return doubled && { code: 'doubled_question', questionId: doubled.questionId }
}

function firstAnswerProblem(
  quest: Quest,
  answers: readonly QuestAnswer[],
): AnswerProblem | undefined {
  for (const question of quest.questions) {
    const { id: questionId } = question
    const answer = answers.find((one) => one.questionId === questionId)
    const option = answer && optionOf(question, answer.value)
    if (!option) return { code: 'unknown_option', questionId }
    const code = distressProblem(quest, option, answer.distress)
    if (code) return { code, questionId }
  }
  return undefined
}

function conflictProblem(quest: Quest, answers: readonly QuestAnswer[]): AnswerProblem | undefined {
  const [rule] = conflictsAmong(quest, answers)
  return rule && { code: 'conflicting_answers', rule }
}

function distressProblem(
  quest: Quest,
  option: QuestOption,
  distress: string | undefined,
): 'missing_distress' | 'stray_distress' | 'unknown_distress' | undefined {
  if (!distressAsked(quest, option)) return distress === undefined ? undefined : 'stray_distress'
  if (distress === undefined) return 'missing_distress'
  return distressOf(quest, distress) ? undefined : 'unknown_distress'
}

function distressOf(quest: Quest, text: string | undefined): QuestOption | undefined {
  return quest.distress?.options.find((option) => option.text === text)
}
