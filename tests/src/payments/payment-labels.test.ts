import { expect, test } from 'vitest'
import { paymentStatuses } from '#contract/payments/api.ts'
import { purchaseLabel, statusLabel } from '#src/features/payments/payment-parts.tsx'

test('every status has a label of its own', () => {
  const labels = paymentStatuses.map((status) => statusLabel({ status, refundedMinor: 0 }).text)
  expect(new Set(labels).size).toBe(paymentStatuses.length)
})

test('a payment of which a part went back says so', () => {
  expect(statusLabel({ status: 'paid', refundedMinor: 100 }).text).toBe('Partially refunded')
  expect(statusLabel({ status: 'refunded', refundedMinor: 100 }).text).toBe('Refunded')
})

test('a purchase is named by what and from whom, also when they are gone', () => {
  const metadata = { type: 'bundle', sessions: 4, duration: 60, frequency: 'weekly' } as const
  const provider = { firstname: 'Sofia', lastname: 'Haddad' }
  expect(purchaseLabel({ metadata, provider })).toBe('Bundle of 4 sessions with Sofia Haddad')
  expect(purchaseLabel({ metadata, provider: null })).toBe(
    'Bundle of 4 sessions with someone who’s no longer here',
  )
})
