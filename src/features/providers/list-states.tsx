import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import styles from './directory-list.module.css'

export interface NotYetProps {
  refresh: Refresh
  /** The product's words for what could not be fetched. */
  failed: ReactNode
  onRetry: () => void
  /** Another way on where it failed. */
  action?: ReactNode
  /** Said without a network. */
  offline?: string
}

/** The place of what this device has never seen. */
export function NotYet(props: NotYetProps) {
  const { refresh, failed, onRetry, action, offline = m.providers_offline() } = props
  const online = useOnline()
  if (refresh.status !== 'failed') return <Loading />
  if (!online) return <OfflineState text={offline} action={action} />
  return <ErrorState title={failed} onRetry={onRetry} action={action} />
}

function Loading() {
  return (
    <div className={styles.loading}>
      <Spinner size={36} />
      <Skeleton shape="card" count={3} />
    </div>
  )
}

export interface AsOfProps {
  /** From when it is, in words. */
  since: string
  refresh: Refresh
  failed: string
  onRetry: () => void
}

/** From when what stands here is, where the server could not be asked just now. */
export function AsOf({ since, refresh, failed, onRetry }: AsOfProps) {
  const online = useOnline()
  if (refresh.status !== 'failed' && online) return null
  return (
    <output className={styles.facts}>
      {online && <span>{failed}</span>}
      <span>{since}</span>
      {online && (
        <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      )}
    </output>
  )
}
