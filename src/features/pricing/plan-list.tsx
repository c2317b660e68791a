import type { ReactNode } from 'react'
import type { Plan, Pricing } from '#contract/pricing/model.ts'
import { moneyText, vatPercent, type Currency } from '#contract/pricing/money.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { planDetail, planTitle } from './plan-words.ts'
import styles from './plan-list.module.css'

export interface PlanListProps {
  pricing: Pricing
  /** What can be done with a plan; nothing where the viewer may not buy. */
  renderAction: (plan: Plan, title: string) => ReactNode
  emptyText?: string | undefined
}

/** Spec 9: what a provider sells, with the base price and the total including VAT. */
export function PlanList({
  pricing: { currency, pricingPlans },
  renderAction,
  emptyText,
}: PlanListProps) {
  if (currency === null || pricingPlans.length === 0) {
    return <EmptyState compact emoji="🏷️" title={m.pricing_none()} text={emptyText} />
  }
  return (
    <ul className={styles.plans}>
      {pricingPlans.map((plan) => (
        <li key={plan._id} className={styles.plan}>
          <PlanFacts plan={plan} currency={currency} />
          {renderAction(plan, planTitle(plan))}
        </li>
      ))}
    </ul>
  )
}

function PlanFacts({ plan, currency }: { plan: Plan; currency: Currency }) {
  return (
    <div className={styles.facts}>
      <h3 className={styles.title}>{planTitle(plan)}</h3>
      <p className={styles.muted}>{planDetail(plan)}</p>
      <dl className={styles.prices}>
        <div>
          <dt>{m.pricing_base()}</dt>
          <dd>{moneyText(plan.priceMinor, currency)}</dd>
        </div>
        <div className={styles.total}>
          <dt>{m.pricing_total({ percent: vatPercent })}</dt>
          <dd>{moneyText(plan.finalPriceMinor, currency)}</dd>
        </div>
      </dl>
    </div>
  )
}
