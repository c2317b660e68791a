import * as v from 'valibot'
import { userIdSchema } from '#contract/account/model.ts'
import { strictForm } from '#contract/free-text.ts'
import { localDateSchema } from '#contract/local-date.ts'
import {
  questAnswersSchema,
  questIdSchema,
  questResultSchema,
  type Band,
  type Quest,
  type QuestResult,
  type RiskRule,
} from './model.ts'

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
export const questSubmissionSchema = strictForm({
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

/** A shared result as a care provider saves it for the records of their clinic: never with answers. */
export const savedResultSchema = v.object({
  ...scoreDetailsSchema.entries,
  version: versionSchema,
  /** All that the file says of when the young person was born. */
  birthYear: v.pipe(v.number(), v.integer()),
  /** The server's moment, an instant in ISO 8601. */
  savedAt: v.string(),
})

export type SavedResult = v.InferOutput<typeof savedResultSchema>

/** Beside every result, in these words. */
export const snapshotText =
  'This is a snapshot, not a diagnosis. Only a trained person who knows you can tell you more.'

/** What is said of results whichever quest it was. */
export interface GeneralTexts {
  /** In place of a band where an answer spoke of harm. */
  readonly heavyAnswer: ResultLines
  /** In place of a light band beside an answer that is not. */
  readonly oneAnswer: ResultLines
  /** Beside every result. */
  readonly snapshot: string
}

interface ResultLines {
  readonly label: string
  readonly text: string
}

export const generalTexts: GeneralTexts = {
  heavyAnswer: {
    label: 'One answer matters most',
    text: 'You told us about thoughts of hurting yourself or not being here. That was brave, and it matters more than any number. Please talk to someone you trust today, or use one of the help lines.',
  },
  oneAnswer: {
    label: 'One answer stands out',
    text: 'Taken together, your answers look light. One of them still needs some care. Please read the note that goes with it, and talk about it with someone you trust.',
  },
  snapshot: snapshotText,
}

interface ResultTexts extends ResultLines {
  /** The rules that hold, the gravest first, with their words. */
  readonly risks: readonly RiskRule[]
}

/**
 * The words for a result, from the version of the quest that it was given to. Where an answer spoke of harm, they are
 * about that; and a light band is never cheerful beside an answer that is not.
 */
export function resultTexts(
  quest: Pick<Quest, 'bands' | 'risks'>,
  result: QuestResult,
  general: GeneralTexts = generalTexts,
): ResultTexts {
  const risks = result.risks.flatMap((id) => quest.risks.filter((rule) => rule.id === id))
  const band = quest.bands.find(({ id }) => id === result.band)
  const { label, text } = linesFor(band, risks, general)
  return { label, text, risks }
}

function linesFor(
  band: Band | undefined,
  risks: readonly RiskRule[],
  { heavyAnswer, oneAnswer }: GeneralTexts,
): ResultLines {
  if (risks.some(({ action }) => action === 'crisis_now')) return heavyAnswer
  if (!band || (band.tone === 'calm' && risks.length > 0)) return oneAnswer
  return band
}

/** What of a person others may read, each read noted. */
export const lookedAt = ['score', 'result', 'resume', 'workLicense'] as const

/** One read of something of a person. */
export const accessEntrySchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** An instant in ISO 8601. */
  at: v.string(),
  what: v.picklist(lookedAt),
  /** Which quest's result it was. */
  questId: v.nullable(v.number()),
  /** The result was saved as a file; absent otherwise. An earlier build shows it as a look, which it was too. */
  savedAsFile: v.optional(v.literal(true)),
  /** The care provider's name; null for a reviewer of ours, and for one who has left. */
  who: v.nullable(v.string()),
})
export type AccessEntry = v.InferOutput<typeof accessEntrySchema>
