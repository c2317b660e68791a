import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PaymentStatus } from '#contract/payments/api.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { StateMessage } from '#src/ui/state/state-message.tsx'
import { paymentRemote } from '../payment-data.ts'
import { PaymentFacts, InvalidPayment, ToPayments, ToProviders } from '../payment-parts.tsx'
import styles from '../payments.module.css'

export interface SuccessPageProps {
  db: UserDatabase
  /** From the address; whoever took the money put it there. */
  sessionId: string | undefined
}

/** Spec 2: '/payment/success'. What counts is what the server says, not that the browser is here. */
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
  const { payment, slow } = usePayment(db, sessionId)
  const { data, retry } = payment
  if (data === 'missing') return <InvalidPayment />
  if (!data) {
    return (
      <ResourceMissing
        of={payment}
        skeleton={{ shape: 'card', count: 2 }}
        failed={m.payments_failed_one()}
        offline={m.payments_offline()}
      />
    )
  }
  const { status, serviceProviderId: providerId } = data
  return (
    <>
      <PaymentVerdict status={status} slow={slow} />
      <Card>
        <PaymentFacts payment={data} level={3} />
      </Card>
      <div className={styles.actions}>
        {status === 'paid' && providerId !== null && (
          <Link className={buttonClass()} to="/booking/$providerId" params={{ providerId }}>
            {m.payments_book()}
          </Link>
        )}
        {status === 'pending' && <Button onClick={retry}>{m.payments_look()}</Button>}
        <ToPayments />
      </div>
    </>
  )
}

/** While a confirmation is on its way the payment is read so often, and so many times by itself. */
const readEveryMs = 3_000
const readsMax = 20

/** A purchase, read again by itself while its payment is not confirmed. */
function usePayment(db: UserDatabase, sessionId: string) {
  const payment = useRemote(db, paymentRemote, sessionId)
  const [reads, setReads] = useState(0)
  const slow = reads >= readsMax
  const pending = typeof payment.data === 'object' && payment.data.status === 'pending'
  const waiting = pending && !slow

  const readAgain = useEffectEvent(() => {
    setReads((count) => count + 1)
    payment.retry()
  })

  // An effect because the confirmation comes from outside, and nothing announces it to this page.
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => readAgain(), readEveryMs)
    return () => clearInterval(timer)
  }, [waiting])

  return { payment, slow }
}

interface PaymentVerdictProps {
  status: PaymentStatus
  /** The confirmation takes longer than it should. */
  slow: boolean
}

interface Verdict {
  readonly emoji: string
  readonly title: () => string
  readonly text: () => string
}

const notPaid: Verdict = {
  emoji: '🩹',
  title: m.payments_success_failed,
  text: m.payments_success_failed_text,
}

const verdicts: Record<PaymentStatus, Verdict> = {
  paid: {
    emoji: '🎉',
    title: m.payments_success_paid,
    text: m.payments_success_paid_text,
  },
  pending: {
    emoji: '⏳',
    title: m.payments_success_pending,
    text: m.payments_success_pending_text,
  },
  failed: notPaid,
  expired: notPaid,
  review: {
    emoji: '🔎',
    title: m.payments_success_review,
    text: m.payments_success_review_text,
  },
  disputed: {
    emoji: '⏸️',
    title: m.payments_success_disputed,
    text: m.payments_success_disputed_text,
  },
  refunded: {
    emoji: '↩️',
    title: m.payments_success_refunded,
    text: m.payments_success_refunded_text,
  },
}

/** What became of a payment, in one sentence; a change is read out. */
function PaymentVerdict({ status, slow }: PaymentVerdictProps) {
  const { emoji, title, text } = verdicts[status]
  return (
    <output className={styles.verdict}>
      <span className={styles.emoji} aria-hidden="true">
        {emoji}
      </span>
      <h2>{title()}</h2>
      <p>{status === 'pending' && slow ? m.payments_success_slow_text() : text()}</p>
    </output>
  )
}

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
