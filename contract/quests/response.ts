import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { localDateSchema } from '../local-date.ts'
import { questAnswersSchema, questIdSchema, questResultSchema } from './model.ts'

const versionSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))

/** A quest played to its end: the payload of `quest.respond`. `takenOn` is the day of the device. */
export const questResponseSchema = v.strictObject({
  questId: questIdSchema,
  /** The version that was played: it is scored by that one, however old it is. */
  version: versionSchema,
  answers: questAnswersSchema,
  takenOn: localDateSchema,
})
export type QuestResponse = v.InferOutput<typeof questResponseSchema>

/** The body of `POST /surveys/{id}/responses`; the earlier client sends its answers alone. */
export const questSubmissionSchema = v.strictObject({
  answers: questAnswersSchema,
  /** The version played now unless given. */
  version: v.optional(versionSchema),
  /** The server's UTC day unless given. */
  takenOn: v.optional(localDateSchema),
})

const pointsSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What is stored of a response on the phone, for its own person alone; its answers stay at the server. */
export const questRecordSchema = v.object({
  /** The id of the operation that brought it. */
  id: v.pipe(v.string(), v.uuid()),
  questId: questIdSchema,
  version: versionSchema,
  takenOn: localDateSchema,
  result: questResultSchema,
  /** The points of the player. */
  playPoints: pointsSchema,
  /** What the account earned: 0 where the same quest earned less than 14 days before. */
  points: pointsSchema,
  /** The care providers who may see this one result. */
  sharedWith: v.optional(v.array(userIdSchema), []),
})
export type QuestRecord = v.InferOutput<typeof questRecordSchema>

/** A result in words and numbers, as a person reads it: themself, or a provider they shared it with. */
export const scoreDetailsSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  userId: userIdSchema,
  questId: v.number(),
  title: v.string(),
  takenOn: localDateSchema,
  band: v.object({ label: v.string(), text: v.string() }),
  /** None where a number could harm. */
  scores: v.array(
    v.object({ label: v.string(), value: v.number(), min: v.number(), max: v.number() }),
  ),
  /** A specialty, where there is one to suggest. */
  destination: v.nullable(v.string()),
  /** Stands beside every result. */
  notice: v.string(),
})
export type ScoreDetails = v.InferOutput<typeof scoreDetailsSchema>
