import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'

export interface PartNotYetProps {
  refresh: Refresh
  onRetry: () => void
  /** The product's words for what could not be fetched. */
  failed: string
}

/** The place of a part of the calendar that the server has not sent. */
export function PartNotYet({ refresh, onRetry, failed }: PartNotYetProps) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton count={3} />
  if (!online) return <OfflineState compact text={m.calendar_offline()} />
  return <ErrorState compact title={failureText(refresh.error, failed)} onRetry={onRetry} />
}
