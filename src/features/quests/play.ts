import * as v from 'valibot'
import { conflictsAmong, distressAsked, optionOf } from '#contract/quests/answers.ts'
import {
  questAnswersSchema,
  type ConflictRule,
  type Quest,
  type QuestAnswer,
  type QuestResult,
  type Question,
  type RiskRule,
} from '#contract/quests/model.ts'
import { localPoints, risksSoFar } from '#contract/quests/scoring.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'

const index = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A quest that was begun, as a device stores it. */
export const draftSchema = v.object({
  questId: v.number(),
  version: v.number(),
  answers: questAnswersSchema,
  at: index,
  passed: index,
})

/** A quest without an answer. */
export function freshDraft({ id, version }: Quest): QuestDraft {
  return { questId: id, version, answers: [], at: 0, passed: 0 }
}

/** The question on show; a draft that points beyond the last one shows the last one. */
export function questionAt<Asked extends Question>(
  quest: Pick<Quest, 'id'> & { readonly questions: readonly Asked[] },
  draft: QuestDraft,
): Asked {
  const question = quest.questions[Math.min(draft.at, quest.questions.length - 1)]
  if (!question) throw new Error(`Quest ${quest.id} has no questions`)
  return question
}

export function answerTo(draft: QuestDraft, question: Question): QuestAnswer | undefined {
  return answerIn(draft, question.id)
}

/** Spec 4: whether the chosen answer of a question asks how much it bothers. */
export function asksDistress(quest: Quest, draft: QuestDraft, question: Question): boolean {
  const option = optionOf(question, answerTo(draft, question)?.value ?? '')
  return option !== undefined && distressAsked(quest, option)
}

/** Spec 4: Next is enabled once the question is answered, with its distress where that is asked. */
export function isAnswered(quest: Quest, draft: QuestDraft, question: Question): boolean {
  const answer = answerTo(draft, question)
  const option = answer && optionOf(question, answer.value)
  if (!answer || !option) return false
  return !distressAsked(quest, option) || answer.distress !== undefined
}

/** Answers that cannot all be true, the one to this question among them. */
export function conflictAt(
  quest: Quest,
  draft: QuestDraft,
  question: Question,
): ConflictRule | undefined {
  return conflictsAmong(quest, draft.answers).find(({ items }) => items.includes(question.n))
}

/** Whether Next may leave the question. A conflict holds at the last of its items: the way to the others stays open. */
export function mayLeave(quest: Quest, draft: QuestDraft, question: Question): boolean {
  const conflict = conflictAt(quest, draft, question)
  const held = conflict !== undefined && Math.max(...conflict.items) === question.n
  return isAnswered(quest, draft, question) && !held
}

/** The draft with an option chosen; a distress given before stays with an answer that asks for it. */
export function choose(
  quest: Quest,
  draft: QuestDraft,
  question: Question,
  value: string,
): QuestDraft {
  const option = optionOf(question, value)
  const distress = answerTo(draft, question)?.distress
  const keeps = option !== undefined && distressAsked(quest, option) && distress !== undefined
  return withAnswer(draft, { questionId: question.id, value, ...(keeps ? { distress } : {}) })
}

export function chooseDistress(
  draft: QuestDraft,
  question: Question,
  distress: string,
): QuestDraft {
  const answer = answerTo(draft, question)
  return answer ? withAnswer(draft, { ...answer, distress }) : draft
}

export function isLast(quest: Quest, draft: QuestDraft): boolean {
  return draft.at >= quest.questions.length - 1
}

/** One question on; what is left behind has earned its points. */
export function goNext(quest: Quest, draft: QuestDraft): QuestDraft {
  const passed = Math.max(draft.passed, draft.at + 1)
  return { ...draft, passed, at: Math.min(draft.at + 1, quest.questions.length - 1) }
}

export function goBack(draft: QuestDraft): QuestDraft {
  return { ...draft, at: Math.max(0, draft.at - 1) }
}

/** At the first question that may not be left yet; where all may, unchanged. */
export function goToOpen(quest: Quest, draft: QuestDraft): QuestDraft {
  const open = quest.questions.findIndex((question) => !mayLeave(quest, draft, question))
  return open === -1 ? draft : { ...draft, at: open }
}

/** Spec 4: the score counter, of the questions that were left with Next. Computed: going back never adds. */
export function pointsSoFar(quest: Quest, draft: QuestDraft): number {
  const passed = new Set(quest.questions.slice(0, draft.passed).map(({ id }) => id))
  return localPoints(
    quest,
    draft.answers.filter(({ questionId }) => passed.has(questionId)),
  )
}

/** The risk rules that the answer on show meets, the gravest first: those that the other answers do not meet alone. */
export function risksHere(quest: Quest, draft: QuestDraft): RiskRule[] {
  const here = questionAt(quest, draft).id
  const others = draft.answers.filter(({ questionId }) => questionId !== here)
  const without = new Set(risksSoFar(quest, others).map(({ id }) => id))
  return risksSoFar(quest, draft.answers).filter(({ id }) => !without.has(id))
}

/** Whether a rule shows Help now over the quest, which waits; the others are a note beside the answer. */
export function opensHelp({ action }: RiskRule): boolean {
  return action === 'crisis_now' || action === 'help_now'
}

/**
 * How a result is met. `cheer`: with a trophy; `soft`: a sensitive quest that came out light; `care` and `urgent`: a
 * heavy band or an answer that raised a risk, which is not cheered.
 */
export type ResultMood = 'cheer' | 'soft' | 'care' | 'urgent'

export function resultMood(quest: Quest, { tone, risks }: QuestResult): ResultMood {
  const grave = quest.risks.some((rule) => risks.includes(rule.id) && opensHelp(rule))
  if (tone === 'urgent' || grave) return 'urgent'
  if (tone === 'care' || risks.length > 0) return 'care'
  return quest.sensitive ? 'soft' : 'cheer'
}

/**
 * What a device has of a round once one of its tabs stores `draft`, which it made of `base`: answers that changed here count,
 * all others are those that are stored by now, and the round is as far as it got in any tab. `elsewhere` where another tab
 * ended the round or began another one.
 */
export function joinedRound(
  stored: QuestDraft | undefined,
  draft: QuestDraft,
  base: QuestDraft | undefined,
): QuestDraft | 'elsewhere' {
  if (!stored) return base && base.answers.length > 0 ? 'elsewhere' : draft
  const passedBefore = base?.passed ?? 0
  if (stored.version !== draft.version || stored.passed < passedBefore) return 'elsewhere'
  const ids = new Set([...draft.answers, ...stored.answers].map(({ questionId }) => questionId))
  const answers = [...ids].flatMap((id) => {
    const [now, before, saved] = [draft, base, stored].map((round) => answerIn(round, id))
    return (isSame(now, before) ? saved : now) ?? []
  })
  const { at, passed } = stored.passed > Math.max(passedBefore, draft.passed) ? stored : draft
  return { ...draft, answers, at, passed }
}

/** Whether two rounds have the same answers, in whatever order they were given. */
export function hasSameAnswers(one: QuestDraft, other: QuestDraft): boolean {
  const isThere = (answer: QuestAnswer) => isSame(answer, answerIn(other, answer.questionId))
  return one.answers.length === other.answers.length && one.answers.every(isThere)
}

function answerIn(round: QuestDraft | undefined, id: string): QuestAnswer | undefined {
  return round?.answers.find(({ questionId }) => questionId === id)
}

function isSame(one: QuestAnswer | undefined, other: QuestAnswer | undefined): boolean {
  return one?.value === other?.value && one?.distress === other?.distress
}

function withAnswer(draft: QuestDraft, answer: QuestAnswer): QuestDraft {
  const others = draft.answers.filter(({ questionId }) => questionId !== answer.questionId)
  return { ...draft, answers: [...others, answer] }
}
