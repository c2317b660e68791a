import type { Plan } from '#contract/pricing/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** What a plan is called: "Bundle of 4 sessions". */
export function planTitle({ type, sessions }: Pick<Plan, 'type' | 'sessions'>): string {
  return type === 'single' ? m.pricing_single() : m.pricing_bundle({ count: sessions })
}

/** What else there is to know of it: "60 minutes, weekly". A single session has no frequency worth a word. */
export function planDetail({ type, duration, frequency }: Omit<PlanFacts, 'sessions'>): string {
  const minutes = m.pricing_minutes({ count: duration })
  return type === 'bundle' && frequency !== '' ? `${minutes}, ${frequency}` : minutes
}

type PlanFacts = Pick<Plan, 'type' | 'sessions' | 'duration' | 'frequency'>
