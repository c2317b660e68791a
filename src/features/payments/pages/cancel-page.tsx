import styles from '../payments.module.css'
import * as m from '#src/i18n/paraglide/messages.js'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { StateMessage } from '#src/ui/state/state-message.tsx'
import { ToPayments, ToProviders } from '../payment-links.tsx'

/** Spec 2: '/payment/cancel'. */
export function CancelPage() {
  return (
    <div className={styles.narrow}>
      <PageHeader title={m.payments_cancel_title()} />
      <StateMessage
        emoji="🍃"
        tint="peach"
        title={m.payments_cancel_text()}
        action={
          <div className={styles.choices}>
            <ToProviders main />
            <ToPayments />
          </div>
        }
      />
    </div>
  )
}
