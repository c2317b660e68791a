import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { StaleLine } from '#src/ui/state/stale-line.tsx'

export interface ListStateProps {
  refresh: Refresh
  /** The product's words for a list that could not be fetched. */
  failed: string
  onRetry: () => void
  compact?: boolean
}

/** The place of a list that this device has never seen. */
export function ListNotYet(props: ListStateProps) {
  const { refresh, failed, onRetry, compact = false } = props
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton shape={compact ? 'text' : 'card'} count={2} />
  if (!online) return <OfflineState compact={compact} text={m.connections_offline()} />
  return (
    <ErrorState compact={compact} title={failureText(refresh.error, failed)} onRetry={onRetry} />
  )
}

/** The server could not be asked: the list is what this device knew. */
export function StaleList({ refresh, failed, onRetry }: ListStateProps) {
  const online = useOnline()
  return (
    <StaleLine failed={online ? failureText(refresh.error, failed) : undefined} onRetry={onRetry} />
  )
}
