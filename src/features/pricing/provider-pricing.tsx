import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pricingApi, type Pricing, type Plan } from '#contract/pricing/api.ts'
import { vatPercent, type Currency } from '#contract/pricing/money.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { defineRemote, useRemote } from '#src/data/resource.ts'
import { beginCheckout, BuyButton } from '#src/features/payments/payment-parts.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoney, joinWords } from '#src/i18n/speech.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { PartBoundary, EmptyState } from '#src/ui/state/state-message.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './plan-list.module.css'

/**
 * What a care provider sells; no plans of one who is not there (spec 8: missing pricing is silently tolerated). Prices
 * are never shown from memory, so no device stores them.
 */
export const pricingRemote = defineRemote<Pricing, [providerId: string]>({
  async fetch(token, providerId) {
    try {
      return await callApi(pricingApi.getPricing, { params: { providerId } }, { token })
    } catch (error) {
      if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
      return { serviceProviderId: providerId, currency: null, pricingPlans: [] }
    }
  },
})

interface ProviderPricingProps {
  db: UserDatabase
  providerId: string
  /** Spec 6: Buy Now is for whoever is no provider and not this one. */
  mayBuy: boolean
  /** Whoever is under 18 has no card: asking somebody comes first. */
  asksFirst?: boolean
  emptyText?: string
}

/** What a provider sells, with Buy Now for whoever may. */
export function ProviderPricing(props: ProviderPricingProps) {
  return (
    <PartBoundary>
      <CurrentPricing {...props} />
    </PartBoundary>
  )
}

function CurrentPricing({ db, providerId, mayBuy, asksFirst, emptyText }: ProviderPricingProps) {
  const pricing = useRemote(db, pricingRemote, providerId)
  if (!pricing.data) {
    return (
      <ResourceMissing
        of={pricing}
        compact
        failed={m.pricing_failed()}
        offline={m.pricing_offline()}
      />
    )
  }
  const begin = (pricingPlanId: string) =>
    beginCheckout(db, { serviceProviderId: providerId, pricingPlanId })
  return (
    <PlanList
      pricing={pricing.data}
      emptyText={emptyText}
      renderAction={({ _id }, title) =>
        mayBuy && (
          <div className={styles.actions}>
            {asksFirst && <AskLink providerId={providerId} planId={_id} title={title} first />}
            <BuyButton planTitle={title} begin={() => begin(_id)} onRetired={pricing.retry} />
            {!asksFirst && <AskLink providerId={providerId} planId={_id} title={title} />}
          </div>
        )
      }
    />
  )
}

interface AskLinkProps {
  providerId: string
  planId: string
  /** Which plan, for those who do not see where the link is. */
  title: string
  first?: boolean
}

/** The way to a link with which somebody else pays. */
function AskLink({ providerId, planId, title, first = false }: AskLinkProps) {
  return (
    <Link
      className={buttonClass({ look: first ? 'primary' : 'quiet', wide: true })}
      to="/ask-to-pay/$providerId/$planId"
      params={{ providerId, planId }}
    >
      {m.paylink_ask()} <VisuallyHidden>{title}</VisuallyHidden>
    </Link>
  )
}

interface PlanListProps {
  pricing: Pricing
  /** What can be done with a plan; nothing where the viewer may not buy. */
  renderAction: (plan: Plan, title: string) => ReactNode
  emptyText?: string | undefined
}

/** Spec 9: what a provider sells, with the base price and the total including VAT. */
function PlanList({ pricing: { currency, pricingPlans }, renderAction, emptyText }: PlanListProps) {
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

export function PlanFacts({ plan, currency }: { plan: Plan; currency: Currency }) {
  return (
    <div className={styles.facts}>
      <h3 className={styles.title}>{planTitle(plan)}</h3>
      <p className={styles.muted}>{planDetail(plan)}</p>
      <dl className={styles.prices}>
        <div>
          <dt>{m.pricing_base()}</dt>
          <dd>{formatMoney(plan.priceMinor, currency)}</dd>
        </div>
        <div className={styles.total}>
          <dt>{m.pricing_total({ percent: vatPercent })}</dt>
          <dd>{formatMoney(plan.finalPriceMinor, currency)}</dd>
        </div>
      </dl>
    </div>
  )
}

/** What a plan is called: "Bundle of 4 sessions". */
function planTitle({ type, sessions }: Plan): string {
  return type === 'single' ? m.pricing_single() : m.pricing_bundle({ count: sessions })
}

/** What else there is to know of it: "60 minutes, weekly". A single session has no frequency worth a word. */
function planDetail({ type, duration, frequency }: Plan): string {
  const minutes = m.pricing_minutes({ count: duration })
  return type === 'bundle' && frequency !== '' ? joinWords([minutes, frequency]) : minutes
}
