import type { Payment, PaymentStatus } from '#contract/payments/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export interface StatusLabel {
  readonly text: string
  readonly tone: 'plain' | 'info' | 'warn' | 'success' | 'danger'
}

const statuses: Record<PaymentStatus, () => StatusLabel> = {
  pending: () => ({ text: m.payments_status_pending(), tone: 'warn' }),
  paid: () => ({ text: m.payments_status_paid(), tone: 'success' }),
  failed: () => ({ text: m.payments_status_failed(), tone: 'danger' }),
  expired: () => ({ text: m.payments_status_expired(), tone: 'plain' }),
  refunded: () => ({ text: m.payments_status_refunded(), tone: 'info' }),
  review: () => ({ text: m.payments_status_review(), tone: 'warn' }),
  disputed: () => ({ text: m.payments_status_disputed(), tone: 'warn' }),
}

/** The status of a purchase as its tag says it. */
export function statusLabel({ status, refundedMinor }: StatusFacts): StatusLabel {
  if (status === 'paid' && refundedMinor > 0) {
    return { text: m.payments_status_partly(), tone: 'info' }
  }
  return statuses[status]()
}

type StatusFacts = Pick<Payment, 'status' | 'refundedMinor'>

/** What was bought: "Bundle of 4 sessions with Sofia Haddad". */
export function purchaseLabel({ metadata, provider }: Pick<Payment, 'metadata' | 'provider'>) {
  const { type, sessions } = metadata
  const what =
    type === 'single' ? m.payments_plan_single() : m.payments_plan_bundle({ count: sessions })
  const whom = provider
    ? m.payments_with({ name: `${provider.firstname} ${provider.lastname}` })
    : m.payments_gone()
  return `${what} ${whom}`
}

/** "60 minutes each, weekly". */
export function purchaseDetail({ type, duration, frequency }: Payment['metadata']): string {
  const minutes = m.payments_minutes({ count: duration })
  return type === 'bundle' && frequency !== '' ? `${minutes}, ${frequency}` : minutes
}
