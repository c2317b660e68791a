import { Link } from '@tanstack/react-router'
import { fetchPayment } from '../payment-calls.ts'
import { PaymentFacts } from '../payment-facts.tsx'
import { InvalidPayment, PaymentNotYet } from '../payment-not-yet.tsx'
import { PaymentVerdict } from '../payment-verdict.tsx'
import styles from '../payments.module.css'
import { usePayment } from '../use-payment.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { asMember } from '#src/session/as-member.ts'
import { ToPayments } from '../payment-links.tsx'

export interface SuccessPageProps {
  db: UserDatabase
  /** From the address; whoever took the money put it there. */
  sessionId: string | undefined
}

/** Spec 2: '/payment/success'. What counts is what the server says, not that somebody is here. */
export function SuccessPage({ db, sessionId }: SuccessPageProps) {
  return (
    <div className={styles.narrow}>
      <PageHeader title={m.payments_success_title()} />
      {sessionId === undefined ? (
        <InvalidPayment />
      ) : (
        <Outcome key={sessionId} db={db} sessionId={sessionId} />
      )}
    </div>
  )
}

function Outcome({ db, sessionId }: { db: UserDatabase; sessionId: string }) {
  const { payment, missing, refresh, again, slow } = usePayment(() =>
    asMember(db, (token) => fetchPayment(token, sessionId)),
  )
  if (missing) return <InvalidPayment />
  if (!payment) {
    return <PaymentNotYet refresh={refresh} failed={m.payments_failed_one()} onRetry={again} />
  }
  const { status, serviceProviderId: providerId } = payment
  return (
    <>
      <PaymentVerdict status={status} slow={slow} />
      <Card>
        <PaymentFacts payment={payment} level={3} />
      </Card>
      <div className={styles.actions}>
        {status === 'paid' && providerId !== null && (
          <Link className={buttonClass()} to="/booking/$providerId" params={{ providerId }}>
            {m.payments_book()}
          </Link>
        )}
        {status === 'pending' && <Button onClick={again}>{m.payments_look()}</Button>}
        <ToPayments />
      </div>
    </>
  )
}
