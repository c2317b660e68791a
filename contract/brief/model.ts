import * as v from 'valibot'
import type { UserType } from '../account/model.ts'
import { freeLine, freeText } from '../free-text.ts'
import { idSchema } from '../id.ts'
import { daysBetween, localDateSchema } from '../local-date.ts'
import { questIdSchema } from '../quests/model.ts'
import { trackerTypeSchema } from '../trackers/model.ts'
import { withinLetters } from '../trackers/note.ts'

/** The person's own sentences, in the order in which they are read. The ids are stored. */
export const briefSentences = ['talk', 'good', 'avoid'] as const
export type BriefSentence = (typeof briefSentences)[number]

export const briefLettersMax = 500
/** The longest span that a brief is about, both ends included. */
export const briefDaysMax = 90
export const briefQuestsMax = 10
/** The mood, one block for each tracker, the days, the quests and the sentences. */
export const briefBlocksMax = 1 + 4 + 1 + briefQuestsMax + briefSentences.length
/** A brief is offered from so many hours before its session on, and gone so many days after it. */
export const briefOfferedHours = 48
export const briefDaysAfter = 30

export const briefRefusals = {
  cancelled: 'This session was canceled. Your brief wasn’t sent.',
  over: 'This session is over. Your brief wasn’t sent.',
  apart: 'You’re not connected with this care provider. Your brief wasn’t sent.',
} as const

const day = localDateSchema
const days = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(briefDaysMax))

/** One part of a brief, which its person switched on. It has data and no layout; every language reads it in its own words. */
export const briefBlockSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('mood'),
    /** Answered days alone, in their order. */
    days: v.pipe(
      v.array(v.strictObject({ day, score: v.picklist([1, 2, 3, 4]) })),
      v.minLength(1),
      v.maxLength(briefDaysMax),
    ),
  }),
  v.strictObject({
    kind: v.literal('answers'),
    trackerType: trackerTypeSchema,
    /** On how many days each of the four answers was given, the best one first. */
    counts: v.strictTuple([days, days, days, days]),
  }),
  v.strictObject({ kind: v.literal('days'), answered: days }),
  v.strictObject({
    kind: v.literal('quest'),
    questId: questIdSchema,
    takenOn: day,
    /** The English words of its result: never an answer, never a number. */
    label: v.pipe(freeLine(), v.minLength(1), withinLetters(120)),
  }),
  v.strictObject({
    kind: v.literal('words'),
    sentence: v.picklist(briefSentences),
    text: v.pipe(freeText(), v.minLength(1), withinLetters(briefLettersMax)),
  }),
])
export type BriefBlock = v.InferOutput<typeof briefBlockSchema>

const spanSchema = v.strictObject({ from: day, to: day })
export type BriefSpan = v.InferOutput<typeof spanSchema>

/** A brief: which days its numbers are of, null where it has none, and its blocks in the order of reading. */
export const briefContentSchema = v.pipe(
  v.strictObject({
    span: v.nullable(spanSchema),
    blocks: v.pipe(v.array(briefBlockSchema), v.minLength(1), v.maxLength(briefBlocksMax)),
  }),
  v.check(({ blocks }) => new Set(blocks.map(blockKey)).size === blocks.length),
  v.check(({ blocks }) => blocks.filter(({ kind }) => kind === 'quest').length <= briefQuestsMax),
  v.check(({ span, blocks }) =>
    span ? fitsSpan(blocks, span) : blocks.every(({ kind }) => kind === 'words'),
  ),
)
export type BriefContent = v.InferOutput<typeof briefContentSchema>

/** What a person sends along for a session: the payload of `brief.send`. What was sent before for it is replaced. */
export const briefSendSchema = v.strictObject({
  bookingId: idSchema,
  /** How many times the brief of this session was taken back, as far as the device knows: one more, and this is not shown. */
  withdrawals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  content: briefContentSchema,
})
export type BriefSend = v.InferOutput<typeof briefSendSchema>

const ownState = {
  bookingId: idSchema,
  /** An instant in ISO 8601; null where it is shown to nobody. */
  sentAt: v.nullable(v.string()),
  withdrawals: v.number(),
}

/** What became of a send. Its words are not repeated. */
export const briefReceiptSchema = v.object({ ...ownState, rev: v.pipe(v.string(), v.uuid()) })
export type BriefReceipt = v.InferOutput<typeof briefReceiptSchema>

/** A brief as its person has it; one that was taken back has no content any more. */
export const ownBriefSchema = v.object({ ...ownState, content: v.nullable(briefContentSchema) })
export type OwnBrief = v.InferOutput<typeof ownBriefSchema>

/** A brief as the provider of its session reads it. */
export const sharedBriefSchema = v.object({
  bookingId: idSchema,
  sentAt: v.string(),
  content: briefContentSchema,
})
export type SharedBrief = v.InferOutput<typeof sharedBriefSchema>

/** Trackers and quests are young people's; everybody else who books sends sentences. */
export function mayHold(userType: UserType, { blocks }: BriefContent): boolean {
  return userType === 'Adolescent' || blocks.every(({ kind }) => kind === 'words')
}

/** Which block it is: a brief has each of them once. */
export function blockKey(block: BriefBlock): string {
  switch (block.kind) {
    case 'mood':
    case 'days':
      return block.kind
    case 'answers':
      return `answers ${block.trackerType}`
    case 'quest':
      return `quest ${block.questId} ${block.takenOn}`
    case 'words':
      return `words ${block.sentence}`
  }
}

/** Changes of one session's brief keep their order. */
export function briefLane(bookingId: string): string {
  return `brief:${bookingId}`
}

function fitsSpan(blocks: readonly BriefBlock[], { from, to }: BriefSpan): boolean {
  const length = daysBetween(from, to) + 1
  const within = (date: string) => date >= from && date <= to
  return (
    length >= 1 && length <= briefDaysMax && blocks.every((block) => fits(block, length, within))
  )
}

function fits(block: BriefBlock, length: number, within: (date: string) => boolean): boolean {
  switch (block.kind) {
    case 'mood':
      return block.days.every(
        (each, at) => within(each.day) && (at === 0 || each.day > (block.days[at - 1]?.day ?? '')),
      )
    case 'answers':
      return block.counts.reduce((sum, count) => sum + count, 0) <= length
    case 'days':
      return block.answered <= length
    case 'quest':
      return within(block.takenOn)
    case 'words':
      return true
  }
}
