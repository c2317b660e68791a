import * as v from 'valibot'
import type { genders } from '../account/registration.ts'
import { freeLine, strictForm } from '../free-text.ts'
import type { Specialty } from '../reference/specialties.ts'
import type { Condition, Expr } from './define-quest.ts'
import { questTypes, type QuestType } from './quest-types.gen.ts'

export const questTypeSchema = v.picklist(questTypes)

export const questIdMax = questTypes.length
export const questIdSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(questIdMax))

export const questCategories = ['personality', 'mood', 'behavior'] as const
export type QuestCategory = (typeof questCategories)[number]

/** Spec 9: ids with a battery, ids that hide the slider (buttons), and the rest with a slider. */
export type Indicator = 'battery' | 'slider' | 'buttons'

/** `default` is open to all; `gated` asks one private question first; `review` waits for a clinician's yes. */
export type Release = 'default' | 'gated' | 'review'

/** What a card shows: known without loading a questionnaire. */
export interface QuestCard {
  readonly id: number
  readonly type: QuestType
  readonly title: string
  readonly title2: string
  readonly description: string
  readonly category: QuestCategory
  readonly indicator: Indicator
  readonly release: Release
  /** Sensitive quests celebrate nothing (no confetti, no cheering for points), and lists fold them away. */
  readonly sensitive: boolean
  /** Whom it can concern by their profile, where not all: others find it behind 'Show all quests'. */
  readonly forGender?: (typeof genders)[number]
  /** Spec 9: the number of questions. */
  readonly count: number
  /** The version that is played now; answers carry the version they were given to. */
  readonly version: number
  /** An instant in ISO 8601, shown as the creation date. */
  readonly createdAt: string
}

/** `text` is what an answer names; within a question it is unique. */
export interface QuestOption {
  readonly text: string
  readonly rate: number
  /** A physical quantity where the rate is not one: hours slept, 22.5 for half past ten at night. */
  readonly value?: number
}

export type QuestionKind = 'LIKERT' | 'TRUE_FALSE' | 'PAIR' | 'CHOICE'

export interface Question {
  /** `{quest id}-{number}`: no other questionnaire has it. */
  readonly id: string
  /** The number by which the scoring rules name it, counted from 1, in the order of play. */
  readonly n: number
  readonly type: QuestionKind
  readonly text: string
  /** In the order of the indicator, least first where there is a least. */
  readonly options: readonly QuestOption[]
  /** One neutral emoji for each option, decoration only: the option's text is its name. */
  readonly scaleLabels: readonly { readonly label: string }[]
  /** A line of plain information under the question. */
  readonly hint?: string
  /** A gentle warning before the question. */
  readonly contentNote?: string
  readonly weight?: number
}

/** Spec 4: a second question on each true answer of one quest, required. */
export interface DistressQuestion {
  readonly text: string
  readonly rateMin: number
  readonly options: readonly QuestOption[]
  readonly scaleLabels: readonly { readonly label: string }[]
}

/** Asked before a gated quest opens, answered on the device alone, never stored and never sent. */
export interface Gate {
  readonly question: string
  readonly yes: string
  readonly no: string
  /** What is offered after a no. */
  readonly instead: { readonly questId: number; readonly text: string }
}

export interface ScoreRule {
  readonly id: string
  /** In our own words, for a screen. */
  readonly label: string
  readonly expr: Expr
  readonly min: number
  readonly max: number
  readonly primary?: true
}

/** From nothing to mention to see a doctor soon. */
export const tones = ['calm', 'steady', 'care', 'urgent'] as const
export type Tone = (typeof tones)[number]

/** The first band whose condition holds is the result. */
export interface Band {
  readonly id: string
  readonly tone: Tone
  readonly label: string
  readonly text: string
  readonly when: Condition
  readonly destination: Specialty | null
}

/**
 * `crisis_now`: the full crisis card at once, the quest waits. `help_now`: a help card at once, the quest may go on.
 * `safety_note`: a short supportive note. `care_note`: a note on the result.
 */
export const riskActions = ['crisis_now', 'help_now', 'safety_note', 'care_note'] as const
export type RiskAction = (typeof riskActions)[number]

export interface RiskRule {
  readonly id: string
  readonly action: RiskAction
  /** `answer`: as soon as the answers that it names are known. `result`: when all are. */
  readonly timing: 'answer' | 'result'
  readonly when: Condition
  /** What the teen reads. */
  readonly title: string
  readonly text: string
}

/** Answers that cannot all be true: refused in kind words, on the phone at the question and by the server. */
export interface ConflictRule {
  readonly id: string
  /** The items it compares; it speaks once all of them are answered. */
  readonly items: readonly number[]
  /** The answers conflict where the first number is greater than the second. */
  readonly greater: readonly [first: Expr, second: Expr]
  /** What the teen reads. */
  readonly text: string
}

/** For developers and reviewers, never on a screen. */
export interface QuestSource {
  readonly instrument: string
  readonly citation: string
  readonly licence:
    | 'public_domain'
    | 'permission_needed'
    | 'free_verify'
    | 'free_attribution'
    | 'free_noncommercial'
    | 'copyright_unclear'
    | 'no_single_instrument'
  readonly licenceNote: string
  /** Where the bands come from, and which of them are ours. */
  readonly bands: string
}

/** One version of a questionnaire: plain data, the same on the phone and on the server. */
export interface Quest extends QuestCard {
  readonly source: QuestSource
  /** Which days the questions are about, as it is said to the teen. */
  readonly timeFrame: string
  /** A soft 'what this is not', before the first question and beside the result. */
  readonly notice: string
  /** What will be asked about, before a sensitive quest begins. */
  readonly contentNote?: string
  /** False where a number could harm: then the result shows its band alone. */
  readonly showsScores: boolean
  readonly gate?: Gate
  readonly questions: readonly Question[]
  readonly distress?: DistressQuestion
  readonly conflicts?: readonly ConflictRule[]
  /** Numbers of the items whose rate counts from the other end. */
  readonly reverse: readonly number[]
  readonly scores: readonly ScoreRule[]
  readonly bands: readonly Band[]
  readonly risks: readonly RiskRule[]
}

/** More answers than the longest quest has questions are counted and refused, up to here; beyond it nothing is read. */
export const answersMax = 100

const optionText = v.pipe(freeLine(), v.minLength(1), v.maxLength(200))

/** Spec 5, for an answer that is not there. */
export const missingAnswersText = 'Please answer all challenges.'

/** One answer: the text of the chosen option; `distress` the text of the chosen level, where it was asked. */
export const questAnswerSchema = strictForm({
  questionId: v.pipe(freeLine(), v.minLength(1), v.maxLength(20)),
  value: v.pipe(freeLine(missingAnswersText), v.minLength(1, missingAnswersText), v.maxLength(200)),
  distress: v.optional(optionText),
})
export type QuestAnswer = v.InferOutput<typeof questAnswerSchema>

export const questAnswersSchema = v.pipe(
  v.array(questAnswerSchema, missingAnswersText),
  v.maxLength(answersMax),
)

/** What the engine says. Words for it come from the quest's version: `resultTexts` in `result-texts.ts`. */
export const questResultSchema = v.object({
  questId: questIdSchema,
  type: questTypeSchema,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Every score rule's number, rounded to six digits. */
  scores: v.record(v.string(), v.number()),
  band: v.string(),
  tone: v.picklist(tones),
  /** A specialty's name; null where there is none to suggest. */
  destination: v.nullable(v.string()),
  /** Ids of the risk rules that hold, the gravest first. */
  risks: v.array(v.string()),
})
export type QuestResult = v.InferOutput<typeof questResultSchema>
