import { useState, type ReactNode } from 'react'
import type { Plan, Pricing } from '#contract/pricing/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { useRefresh, type Refresh } from '#src/lib/use-refresh.ts'
import { failureText } from '#src/offline/api-error.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { OfflineState } from '#src/ui/offline-state.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { PlanList } from './plan-list.tsx'

export interface PricingPartProps {
  fetch: () => Promise<Pricing>
  /** What can be done with a plan; nothing where the viewer may not buy. */
  renderAction: (plan: Plan, title: string) => ReactNode
  emptyText?: string
}

/** What a provider sells as the server says it now: a price is never shown from memory. */
export function PricingPart({ fetch, renderAction, emptyText }: PricingPartProps) {
  const [pricing, setPricing] = useState<Pricing>()
  const { refresh, again } = useRefresh(async () => setPricing(await fetch()))
  if (!pricing) return <PricingNotYet refresh={refresh} onRetry={again} />
  return <PlanList pricing={pricing} renderAction={renderAction} emptyText={emptyText} />
}

/** The place of prices that the server has not sent. */
export function PricingNotYet({ refresh, onRetry }: { refresh: Refresh; onRetry: () => void }) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton count={3} />
  if (!online) return <OfflineState compact text={m.pricing_offline()} />
  return (
    <ErrorState compact title={failureText(refresh.error, m.pricing_failed())} onRetry={onRetry} />
  )
}
