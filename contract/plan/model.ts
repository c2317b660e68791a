import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { freeLine, storedText } from '../free-text.ts'
import { withinLetters } from '../trackers/note.ts'

/**
 * The steps of a safety plan in the order of the method by Stanley and Brown: what one can do alone comes before people,
 * people before professionals. The words around them are our own. The ids are stored for ever.
 */
export const planSteps = [
  'signs',
  'alone',
  'distract',
  'people',
  'professionals',
  'safer',
  'reasons',
] as const
export type PlanStep = (typeof planSteps)[number]

/** Steps whose items may have a number to call. */
export const stepsWithPhone: readonly string[] = ['people', 'professionals']

export const planStepMax = 20
export const planLettersMax = 200
/** Items of another device's words that nobody has decided about. */
export const planReplacedMax = 20
/** Changes of one plan in a day, and proposals that wait in it. */
export const planWritesPerDayMax = 400
export const planProposalsMax = 20

export const planFullText = `This step has ${planStepMax} lines already. Take one away first.`
export const planBusyText = 'There were too many changes today. Please try again tomorrow.'
export const planVersionsText = `This line has ${planReplacedMax} other versions already. Decide about some of them, then send this again.`
export const planProposalsText = `${planProposalsMax} ideas wait for an answer already.`
export const planSharedText = 'You share your plan with somebody already. Stop that first.'

const id = v.pipe(v.string(), v.uuid())
const line = v.pipe(freeLine(), v.minLength(1), withinLetters(planLettersMax))

/** A number as a phone dials it: 3 to 20 digits with what people write between them. */
const phone = v.pipe(
  storedText(),
  v.maxLength(40),
  v.regex(/^\+?[\d ()\-./*#]+$/),
  v.check((text) => /^\d{3,20}$/.test(text.replaceAll(/\D/g, ''))),
)
const step = v.picklist(planSteps)
const words = { step, text: line, phone: v.nullable(phone) }

function phoneFits(of: PlanStep, number: string | null): boolean {
  return number === null || stepsWithPhone.includes(of)
}

/** Which write the person saw, what of other devices they have decided about, and whose idea it takes up. */
const seen = {
  basedOn: v.nullable(id),
  settles: v.pipe(v.array(id), v.maxLength(planReplacedMax)),
  accepts: v.nullable(id),
}

/** A line of the plan, whole: the payload of `plan.put`. Lines of a step stand in the order of `order`. */
export const planPutSchema = v.pipe(
  v.strictObject({
    id,
    ...words,
    order: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)),
    ...seen,
  }),
  v.check((write) => phoneFits(write.step, write.phone)),
)
export type PlanPut = v.InferOutput<typeof planPutSchema>

/** The payload of `plan.remove`. */
export const planRemoveSchema = v.strictObject({ id, ...seen })
export type PlanRemove = v.InferOutput<typeof planRemoveSchema>

/** What a provider proposes to somebody who shares their plan: the payload of `plan.propose`. */
export const planProposeSchema = v.variant('change', [
  v.pipe(
    v.strictObject({ userId: userIdSchema, change: v.literal('add'), itemId: id, ...words }),
    v.check((write) => phoneFits(write.step, write.phone)),
  ),
  v.strictObject({ userId: userIdSchema, change: v.literal('change'), itemId: id, text: line }),
  v.strictObject({ userId: userIdSchema, change: v.literal('remove'), itemId: id }),
])
export type PlanPropose = v.InferOutput<typeof planProposeSchema>

/** The payload of `plan.decline`. */
export const planDeclineSchema = v.strictObject({ proposalId: id })
export type PlanDecline = v.InferOutput<typeof planDeclineSchema>

const itemWords = { step: v.string(), text: v.string(), phone: v.nullable(v.string()) }

/** What another device had written or had there, and this one went over without having seen it. */
const replacedSchema = v.object({ rev: id, ...itemWords })
export type ReplacedItem = v.InferOutput<typeof replacedSchema>

/** A line as its person has it. One that was removed comes for 90 days more, so that it can come back. */
export const planItemSchema = v.object({
  id,
  ...itemWords,
  order: v.number(),
  /** The operation that wrote it. */
  rev: id,
  deleted: v.boolean(),
  replaced: v.array(replacedSchema),
})
export type PlanItem = v.InferOutput<typeof planItemSchema>

export const proposalStates = ['open', 'accepted', 'declined', 'ended'] as const

/** What a provider proposes; of a line to remove it has no words. */
export const planProposalSchema = v.object({
  id,
  change: v.picklist(['add', 'change', 'remove']),
  itemId: id,
  ...itemWords,
  state: v.picklist(proposalStates),
})
export type PlanProposal = v.InferOutput<typeof planProposalSchema>

/** A plan as the provider sees whom it is shown to: the numbers of other people are no part of it. */
export const sharedPlanSchema = v.object({
  items: v.array(v.pick(planItemSchema, ['id', 'step', 'text'])),
  /** The provider's own proposals of the last 90 days. */
  proposals: v.array(planProposalSchema),
})
export type SharedPlan = v.InferOutput<typeof sharedPlanSchema>

/** Whom the plan is shown to. */
export const planShareSchema = v.object({
  providerId: userIdSchema,
  name: v.string(),
  /** An instant in ISO 8601. */
  since: v.string(),
})
export type PlanShare = v.InferOutput<typeof planShareSchema>

/** What became of a write. Its words are not repeated. `version` counts the writes of a person. */
export const planReceiptSchema = v.object({
  id,
  rev: id,
  version: v.pipe(v.number(), v.integer()),
  replaces: v.boolean(),
})
export type PlanReceipt = v.InferOutput<typeof planReceiptSchema>

interface Before {
  readonly rev: string
  readonly step: string
  readonly text: string
  readonly phone: string | null
  readonly deleted: boolean
  readonly replaced: readonly ReplacedItem[]
}
type Write = (PlanPut | PlanRemove) & { readonly text?: string; readonly phone?: string | null }

/**
 * The versions that are to stay beside a write until its person has decided about them: those that were there, and the line
 * as it was, where its words would be gone unseen (the same rule as of words beside an answer, decision 065).
 */
export function planReplacedBy(write: Write, before: Before | undefined): ReplacedItem[] {
  if (!before) return []
  const isUnseen = ({ rev }: { readonly rev: string }) =>
    rev !== write.basedOn && !write.settles.includes(rev)
  const left = before.replaced.filter(isUnseen)
  const same = before.text === write.text && before.phone === (write.phone ?? null)
  if (!isUnseen(before) || before.deleted || same) return left
  const { rev, step: of, text, phone: number } = before
  return [...left, { rev, step: of, text, phone: number }]
}
