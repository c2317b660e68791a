import * as v from 'valibot'
import { userTypeSchema } from '../account/model.ts'
import { questOfTitle, unknownTitleText, wrongCountText } from './shelf.ts'

const labelsSchema = v.array(v.object({ label: v.string() }))
const optionsSchema = v.array(v.object({ text: v.string(), rate: v.number() }))

/** A quest as a list shows it. Read leniently: a newer server may know quests that this build does not. */
export const surveyCardSchema = v.object({
  _id: v.number(),
  title: v.string(),
  title2: v.string(),
  description: v.string(),
  createdAt: v.string(),
  creator: v.object({ firstname: v.string(), lastname: v.string(), userT: userTypeSchema }),
  type: v.string(),
  category: v.string(),
  version: v.number(),
  questionCount: v.number(),
  /** False where this server has it switched off: it has no questions then. */
  open: v.boolean(),
})
export type SurveyCard = v.InferOutput<typeof surveyCardSchema>

/** Spec 3: a quest with its questions; none of them while it is switched off. */
export const surveySchema = v.object({
  ...surveyCardSchema.entries,
  timeFrame: v.string(),
  notice: v.string(),
  contentNote: v.nullable(v.string()),
  questions: v.array(
    v.object({
      id: v.string(),
      text: v.string(),
      type: v.string(),
      options: optionsSchema,
      scaleLabels: labelsSchema,
      hint: v.nullable(v.string()),
      contentNote: v.nullable(v.string()),
    }),
  ),
  /** Asked on top where an answer's rate reaches `rateMin`. */
  distress: v.nullable(
    v.object({
      text: v.string(),
      rateMin: v.number(),
      options: optionsSchema,
      scaleLabels: labelsSchema,
    }),
  ),
})
export type Survey = v.InferOutput<typeof surveySchema>

/** Spec 5: why a quest of the server cannot be played here; undefined where it can. */
export function surveyProblem(
  survey: Pick<SurveyCard, '_id' | 'title' | 'questionCount'>,
): string | undefined {
  const card = questOfTitle(survey.title)
  if (!card || card.id !== survey._id) return unknownTitleText(survey.title)
  if (card.count === survey.questionCount) return undefined
  return wrongCountText(card.type, card.count, survey.questionCount)
}
