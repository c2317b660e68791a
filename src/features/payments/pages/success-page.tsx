import { Link } from '@tanstack/react-router'
import { fetchPayment } from '../payment-calls.ts'
import { PaymentFacts } from '../payment-facts.tsx'
import { InvalidPayment, PaymentNotYet } from '../payment-not-yet.tsx'
import styles from '../payments.module.css'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { asMember } from '#src/session/as-member.ts'
import { ToPayments } from '../payment-links.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Payment, PaymentStatus } from '#contract/payments/model.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'

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

/** While a confirmation is on its way it is looked for so often, and so many times by itself. */
const lookEveryMs = 3_000
const looksMax = 20

/** A purchase, looked at again by itself while its payment is not confirmed. */
function usePayment(fetch: () => Promise<Payment>) {
  const [payment, setPayment] = useState<Payment>()
  const [missing, setMissing] = useState(false)
  const [looks, setLooks] = useState(0)
  const { refresh, again } = useRefresh(async () => {
    try {
      setPayment(await fetch())
    } catch (error) {
      if (isApiProblem(error)) setMissing(error.problem.code === 'not_found')
      throw error
    }
  })
  const slow = looks >= looksMax
  const waiting = payment?.status === 'pending' && !slow

  const look = useEffectEvent(() => {
    setLooks((count) => count + 1)
    again()
  })

  // An effect because the confirmation comes from outside, and nobody tells this page.
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => look(), lookEveryMs)
    return () => clearInterval(timer)
  }, [waiting])

  return { payment, setPayment, missing, refresh, again, slow }
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
