import * as v from 'valibot'
import { userTypeSchema, userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, KIB } from '../endpoint.ts'
import { freeLine } from '../free-text.ts'
import { nextPageSchema, pageQuery } from '../page.ts'
import {
  accessEntrySchema,
  questRecordSchema,
  questSubmissionSchema,
  savedResultSchema,
  scoreDetailsSchema,
} from './response.ts'
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
const surveySchema = v.object({
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

/** The longest quest in its longest words is 12 KiB. */
const submissionBytesMax = 32 * KIB
const text = v.pipe(freeLine(), v.minLength(1), v.maxLength(100))
const resultParams = v.object({
  id: v.pipe(v.string(), v.uuid()),
  providerId: userIdSchema,
})
/** `after` is the id of the last row of the page before. */
const page = v.strictObject({ ...pageQuery, after: v.optional(v.pipe(v.string(), v.uuid())) })

export const questsApi = {
  listSurveys: endpoint({
    method: 'GET',
    path: '/surveys',
    summary: 'Every quest, without its questions',
    tag: 'Quests',
    session: 'required',
    reply: { status: 200, schema: v.array(surveyCardSchema) },
    problems: [],
    texts: failsWith('Failed to load quests'),
  }),
  getSurvey: endpoint({
    method: 'GET',
    path: '/surveys/{id}',
    summary: 'A quest by its number or its title, with its questions while it is switched on',
    tag: 'Quests',
    session: 'required',
    params: v.object({ id: text }),
    reply: { status: 200, schema: surveySchema },
    problems: ['not_found'],
    texts: failsWith('Failed to load survey', { not_found: 'Quest not found.' }),
  }),
  surveysByCategory: endpoint({
    method: 'GET',
    path: '/surveys/category/{category}',
    summary: 'The quests of Personality, Mood or Behavior',
    tag: 'Quests',
    session: 'required',
    params: v.object({ category: text }),
    reply: { status: 200, schema: v.array(surveyCardSchema) },
    problems: ['invalid_input'],
  }),
  submitSurvey: endpoint({
    method: 'POST',
    path: '/surveys/{id}/responses',
    summary: 'Takes the answers to a quest, scores them and earns its points',
    tag: 'Quests',
    session: 'required',
    params: v.object({ id: text }),
    body: { type: 'json', schema: questSubmissionSchema, bytesMax: submissionBytesMax },
    reply: { status: 201, schema: questRecordSchema },
    problems: ['not_found', 'op_reused', 'rate_limited'],
    texts: failsWith('Failed to submit answers or fetch score', { not_found: 'Quest not found.' }),
  }),
  getSurveyScore: endpoint({
    method: 'GET',
    path: '/surveys/{id}/{type}-score/{userId}',
    summary: 'The newest result of a quest: one of oneself, or one that was shared with the caller',
    tag: 'Quests',
    session: 'required',
    params: v.object({ id: text, type: text, userId: userIdSchema }),
    reply: { status: 200, schema: scoreDetailsSchema },
    problems: ['not_found'],
    texts: failsWith('Failed to submit answers or fetch score'),
  }),
  listResults: endpoint({
    method: 'GET',
    path: '/me/quest-results',
    summary: "One's own results, newest first",
    tag: 'Quests',
    session: 'required',
    query: page,
    reply: {
      status: 200,
      schema: v.object({ results: v.array(questRecordSchema), next: nextPageSchema }),
    },
    problems: [],
  }),
  listSharedResults: endpoint({
    method: 'GET',
    path: '/surveys/shared/{userId}',
    summary: 'The results that a young person shares: with the caller, or all if it is themself',
    tag: 'Quests',
    session: 'required',
    params: v.object({ userId: userIdSchema }),
    reply: { status: 200, schema: v.array(scoreDetailsSchema) },
    problems: ['not_found'],
  }),
  saveSharedResult: endpoint({
    method: 'POST',
    path: '/surveys/shared/{userId}/{id}/saves',
    summary:
      'One shared result for a file of the care provider; the young person reads who saved it',
    tag: 'Quests',
    session: 'required',
    params: v.object({ userId: userIdSchema, id: v.pipe(v.string(), v.uuid()) }),
    reply: { status: 200, schema: savedResultSchema },
    problems: ['not_found', 'rate_limited'],
  }),
  shareResult: endpoint({
    method: 'PUT',
    path: '/me/quest-results/{id}/shares/{providerId}',
    summary: 'Lets a connected care provider see one result',
    tag: 'Quests',
    session: 'required',
    params: resultParams,
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found', 'rate_limited'],
  }),
  unshareResult: endpoint({
    method: 'DELETE',
    path: '/me/quest-results/{id}/shares/{providerId}',
    summary: 'Takes that back, at once',
    tag: 'Quests',
    session: 'required',
    params: resultParams,
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found'],
  }),
  accessLog: endpoint({
    method: 'GET',
    path: '/me/access-log',
    summary: 'Who looked at the score, the results and the papers of the caller, newest first',
    tag: 'Quests',
    session: 'required',
    query: page,
    reply: {
      status: 200,
      schema: v.object({ entries: v.array(accessEntrySchema), next: nextPageSchema }),
    },
    problems: [],
  }),
} as const
