import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'

export interface BookingNotYetProps {
  refresh: Refresh
  /** The product's words for what could not be fetched. */
  failed: string
  onRetry: () => void
  /** What to say without a network, where it is not about free times. */
  offline?: string
}

/** The place of what the server has not sent. */
export function BookingNotYet({ refresh, failed, onRetry, offline }: BookingNotYetProps) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton shape="block" count={3} />
  if (!online) return <OfflineState text={offline ?? m.booking_offline()} />
  return <ErrorState title={failureText(refresh.error, failed)} onRetry={onRetry} />
}
