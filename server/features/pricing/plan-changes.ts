import type { PlanInput } from '#contract/pricing/model.ts'
import type { Currency } from '#contract/pricing/money.ts'

/** A plan on sale, as far as it can change. */
export interface PlanOnSale extends Omit<PlanInput, '_id'> {
  readonly id: string
  readonly currency: Currency
}

export interface PlanChanges {
  /** Plans that stay as they are, with their new places. */
  readonly remaining: readonly { readonly id: string; readonly position: number }[]
  readonly retired: readonly string[]
  readonly added: readonly { readonly plan: PlanInput; readonly position: number }[]
}

/**
 * What has to happen so that exactly the given plans are on sale. What is on sale already in the same words stays, with
 * its id or without: saving twice changes nothing. `unknown_plan` when one names a plan that is not on sale.
 */
export function planChanges(
  onSale: readonly PlanOnSale[],
  given: readonly PlanInput[],
  currency: Currency,
): PlanChanges | 'unknown_plan' {
  const left = new Map(onSale.map((plan) => [plan.id, plan]))
  const remaining: { id: string; position: number }[] = []
  const added: { plan: PlanInput; position: number }[] = []
  const named = given.map(({ _id }) => _id).filter((id) => id !== undefined)
  if (new Set(named).size < named.length || named.some((id) => !left.has(id))) return 'unknown_plan'

  for (const [position, plan] of given.entries()) {
    const same = (other: PlanOnSale) => isSame(other, plan, currency) && mayBe(other, plan, named)
    const match = [...left.values()].find(same)
    if (match) {
      left.delete(match.id)
      remaining.push({ id: match.id, position })
    } else added.push({ plan, position })
  }
  return { remaining, retired: [...left.keys()], added }
}

/** A plan that names another is no copy of this one, and one that is named belongs to who names it. */
function mayBe({ id }: PlanOnSale, { _id }: PlanInput, named: readonly string[]): boolean {
  return _id === undefined ? !named.includes(id) : _id === id
}

function isSame(onSale: PlanOnSale, given: PlanInput, currency: Currency): boolean {
  return (
    onSale.currency === currency &&
    onSale.type === given.type &&
    onSale.priceMinor === given.priceMinor &&
    onSale.sessions === given.sessions &&
    onSale.duration === given.duration &&
    onSale.frequency === given.frequency
  )
}
