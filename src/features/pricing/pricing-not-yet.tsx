import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'

/** The place of prices that the server has not sent. */
export function PricingNotYet({ refresh, onRetry }: { refresh: Refresh; onRetry: () => void }) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton count={3} />
  if (!online) return <OfflineState compact text={m.pricing_offline()} />
  return (
    <ErrorState compact title={failureText(refresh.error, m.pricing_failed())} onRetry={onRetry} />
  )
}
