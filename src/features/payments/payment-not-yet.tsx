import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { ToPayments } from './payment-links.tsx'

export interface PaymentNotYetProps {
  refresh: Refresh
  /** The product's words for what could not be fetched. */
  failed: string
  onRetry: () => void
}

/** The place of payments that the server has not sent. */
export function PaymentNotYet({ refresh, failed, onRetry }: PaymentNotYetProps) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton shape="card" count={2} />
  if (!online) return <OfflineState text={m.payments_offline()} />
  return <ErrorState title={failureText(refresh.error, failed)} onRetry={onRetry} />
}

/** Spec 5: an address without a purchase of one's own. */
export function InvalidPayment() {
  return (
    <ErrorState
      title={m.payments_invalid()}
      text={m.payments_invalid_text()}
      action={<ToPayments />}
    />
  )
}
