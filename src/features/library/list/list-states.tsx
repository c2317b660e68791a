import * as m from '#src/i18n/paraglide/messages.js'
import { longMoment } from '#src/lib/long-date.ts'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import styles from './library-list.module.css'

export interface NotYetProps {
  refresh: Refresh
  /** The product's words for what could not be fetched. */
  failed: string
  onRetry: () => void
  /** Said without a network, where the usual words do not fit. */
  offline?: string | undefined
}

/** The place of what this device has never seen. */
export function NotYet({ refresh, failed, onRetry, offline }: NotYetProps) {
  const online = useOnline()
  if (refresh.status !== 'failed') {
    return (
      <div className={styles.loading}>
        <Spinner size={36} />
        <Skeleton shape="card" count={3} />
      </div>
    )
  }
  if (!online) return <OfflineState text={offline} />
  return <ErrorState title={failureText(refresh.error, failed)} onRetry={onRetry} />
}

export interface AsOfProps {
  /** Epoch milliseconds. */
  asOfMs: number
  refresh: Refresh
  failed: string
  onRetry: () => void
}

/** From when a list is; and that the server could not be asked just now, where that is so. */
export function AsOf({ asOfMs, refresh, failed, onRetry }: AsOfProps) {
  const online = useOnline()
  const broken = online && refresh.status === 'failed'
  return (
    <output className={styles.facts}>
      {broken && <span>{failureText(refresh.error, failed)}</span>}
      <span>{m.library_as_of({ when: longMoment(asOfMs) })}</span>
      {broken && (
        <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      )}
    </output>
  )
}
