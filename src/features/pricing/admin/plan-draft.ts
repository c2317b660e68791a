import * as v from 'valibot'
import {
  planInputSchema,
  sessionsOfType,
  type Plan,
  type PlanType,
} from '#contract/pricing/model.ts'
import { minorOf, withVat } from '#contract/pricing/money.ts'

/** A plan as it is in the form: what was typed, whatever it is. */
export interface PlanDraft {
  /** Distinguishes drafts while they are edited. */
  readonly key: string
  /** The plan on sale that this one was. */
  readonly id: string | undefined
  readonly type: PlanType
  readonly sessions: string
  readonly duration: string
  readonly frequency: string
  readonly price: string
}

/** What is wrong with a draft, by its fields. */
export type DraftProblems = Partial<Record<keyof PlanDraft, string>>

export function draftOf(plan: Plan): PlanDraft {
  return {
    key: plan._id,
    id: plan._id,
    type: plan.type,
    sessions: String(plan.sessions),
    duration: String(plan.duration),
    frequency: plan.frequency,
    price: plan.price.toFixed(2),
  }
}

/** A plan that is not on sale yet: a single session of an hour. */
export function newDraft(key: string): PlanDraft {
  const draft = { key, id: undefined, sessions: '', frequency: '', duration: '60', price: '' }
  return withType({ ...draft, type: 'single' }, 'single')
}

/** Spec 5: choosing bundle sets 0 sessions and no frequency, single sets 1 session and its own. */
export function withType(draft: PlanDraft, type: PlanType): PlanDraft {
  const { sessions, frequency } = sessionsOfType(type)
  return { ...draft, type, sessions: String(sessions), frequency }
}

/** What a price comes to, in minor units; undefined for what is no price. */
export function totalOf(
  price: string,
): { priceMinor: number; vatMinor: number; totalMinor: number } | undefined {
  const priceMinor = minorOf(price)
  if (priceMinor === undefined) return undefined
  const totalMinor = withVat(priceMinor)
  return { priceMinor, vatMinor: totalMinor - priceMinor, totalMinor }
}

export type PlanBody = v.InferInput<typeof planInputSchema>

/** The plans as they are sent, or what is wrong with each; a good one has no problems. */
export function readDrafts(
  drafts: readonly PlanDraft[],
): { plans: PlanBody[] } | { problems: DraftProblems[] } {
  const plans = drafts.map(bodyOf)
  const problems = plans.map(problemsOf)
  return problems.every((found) => Object.keys(found).length === 0) ? { plans } : { problems }
}

function bodyOf({ id, type, sessions, duration, frequency, price }: PlanDraft): PlanBody {
  return {
    ...(id === undefined ? {} : { _id: id }),
    type,
    price: minorOf(price) === undefined ? Number.NaN : Number(price),
    sessions: wholeNumber(sessions),
    duration: wholeNumber(duration),
    frequency,
  }
}

function problemsOf(plan: PlanBody): DraftProblems {
  const { issues = [] } = v.safeParse(planInputSchema, plan)
  const found: Record<string, string> = {}
  for (const issue of issues) found[v.getDotPath(issue) ?? 'type'] ??= issue.message
  return found
}

/** NaN for an empty field, which the contract refuses with its own text. */
function wholeNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
