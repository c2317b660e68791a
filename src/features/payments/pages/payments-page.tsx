import { useLiveQuery } from 'dexie-react-hooks'
import { readPayments, refreshPayments } from '../kept-payments.ts'
import { fetchPayments } from '../payment-calls.ts'
import { PaymentFacts } from '../payment-facts.tsx'
import { PaymentNotYet } from '../payment-not-yet.tsx'
import styles from '../payments.module.css'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { knownRows } from '#src/data/use-refresh.ts'
import { usePages } from '#src/data/use-pages.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { StaleLine } from '#src/ui/state/stale-line.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { asMember } from '#src/session/as-member.ts'
import { ToProviders } from '../payment-links.tsx'

/** One's payments with their receipts, newest first; the newest can be read offline. */
export function PaymentsPage({ db }: { db: UserDatabase }) {
  const pages = usePages((after) =>
    asMember(db, (token) =>
      after === undefined ? refreshPayments(db, token) : fetchPayments(token, after),
    ),
  )
  const online = useOnline()
  const kept = useLiveQuery(() => readPayments(db), [db])
  const { refresh, again, more, loadingMore } = pages
  const rows = pages.rows ?? knownRows(kept, refresh)
  return (
    <div className={styles.screen}>
      <PageHeader title={m.payments_title()} text={m.payments_text()} back={<BackToDashboard />} />
      {!rows && <PaymentNotYet refresh={refresh} failed={m.payments_failed()} onRetry={again} />}
      {kept && !pages.rows && refresh.status === 'failed' && (
        <StaleLine
          failed={online ? failureText(refresh.error, m.payments_failed()) : undefined}
          onRetry={again}
        />
      )}
      {rows?.length === 0 && (
        <EmptyState
          emoji="🧾"
          title={m.payments_none()}
          text={m.payments_none_text()}
          action={<ToProviders main />}
        />
      )}
      <ul className={styles.list}>
        {rows?.map((payment) => (
          <li key={payment._id}>
            <Card>
              <PaymentFacts payment={payment} level={2} />
            </Card>
          </li>
        ))}
      </ul>
      {more && (
        <Button look="secondary" wide busy={loadingMore} onClick={more}>
          {m.payments_more()}
        </Button>
      )}
    </div>
  )
}
