import type { PaymentStatus } from '#contract/payments/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import styles from './payments.module.css'

export interface PaymentVerdictProps {
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
export function PaymentVerdict({ status, slow }: PaymentVerdictProps) {
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
