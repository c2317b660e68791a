import type { Payment } from '#contract/payments/model.ts'
import { moneyText } from '#contract/pricing/money.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { Tag } from '#src/ui/message/tag.tsx'
import { purchaseDetail, purchaseLabel, statusLabel } from './payment-labels.ts'
import styles from './payments.module.css'

/** A purchase: what, from whom, its status, what is left of it, and its receipt. */
export function PaymentFacts({ payment, level = 3 }: { payment: Payment; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  const { text, tone } = statusLabel(payment)
  const paid = payment.receipt !== null
  const money = (minor: number) => moneyText(minor, payment.currency)
  return (
    <div className={styles.payment}>
      <div className={styles.head}>
        <div className={styles.words}>
          <Heading className={styles.title}>{purchaseLabel(payment)}</Heading>
          <p className={styles.muted}>{purchaseDetail(payment.metadata)}</p>
        </div>
        <div className={styles.tags}>
          <Tag tone={tone}>{text}</Tag>
          {payment.sandbox && <Tag icon="info">{m.payments_sandbox()}</Tag>}
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact name={m.payments_date()} value={formatDate(payment.paidAt ?? payment.createdAt)} />
        <Fact name={m.payments_amount()} value={money(payment.amountMinor)} />
        {paid && (
          <Fact
            name={m.payments_sessions()}
            value={m.payments_used({ used: payment.sessionsUsed, left: payment.sessionsLeft })}
          />
        )}
        {payment.refundedMinor > 0 && (
          <Fact name={m.payments_refunded()} value={money(payment.refundedMinor)} />
        )}
      </dl>
      {payment.receipt && <Receipt receipt={payment.receipt} payment={payment} />}
    </div>
  )
}

interface ReceiptProps {
  receipt: NonNullable<Payment['receipt']>
  payment: Payment
}

function Receipt({ receipt, payment: { amountMinor, currency } }: ReceiptProps) {
  const { number, netMinor, vatMinor, vatPercent } = receipt
  return (
    <details className={styles.receipt}>
      <summary>{m.payments_receipt()}</summary>
      <dl className={styles.facts}>
        <Fact name={m.payments_receipt_number()} value={number} />
        <Fact name={m.payments_net()} value={moneyText(netMinor, currency)} />
        <Fact
          name={m.payments_vat({ percent: vatPercent })}
          value={moneyText(vatMinor, currency)}
        />
        <Fact name={m.payments_receipt_total()} value={moneyText(amountMinor, currency)} />
      </dl>
    </details>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
