import type { ReactNode } from 'react'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useStored } from '#src/data/resource.ts'
import { MorePages, usePages } from '#src/data/use-pages.tsx'
import { knownData } from '#src/data/use-refresh.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card } from '#src/ui/card/card.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { fetchPayments, paymentsResource } from '../payment-data.ts'
import { PaymentFacts, ToProviders } from '../payment-parts.tsx'
import styles from '../payments.module.css'

/** One's payments with their receipts, newest first; the newest can be read offline. `links` is what others can pay with. */
export function PaymentsPage({ db, links }: { db: UserDatabase; links?: ReactNode }) {
  const pages = usePages((after) => fetchPayments(db, after))
  const { rows, refresh, again } = pages
  const stored = useStored(db, paymentsResource)
  return (
    <div className={styles.screen}>
      <PageHeader title={m.payments_title()} text={m.payments_text()} back={<BackToDashboard />} />
      {links}
      <ResourceView
        of={{ data: rows ?? knownData(stored, refresh), refresh, retry: again }}
        skeleton={{ shape: 'card', count: 2 }}
        failed={m.payments_failed()}
        offline={m.payments_offline()}
        empty={<NoPayments />}
      >
        {(payments) => (
          <ul className={styles.list}>
            {payments.map((payment) => (
              <li key={payment._id}>
                <Card>
                  <PaymentFacts payment={payment} level={2} />
                </Card>
              </li>
            ))}
          </ul>
        )}
      </ResourceView>
      <MorePages pages={pages} label={m.payments_more()} />
    </div>
  )
}

function NoPayments() {
  return (
    <EmptyState
      emoji="🧾"
      title={m.payments_none()}
      text={m.payments_none_text()}
      action={<ToProviders main />}
    />
  )
}
