import type { Payment } from '#contract/payments/api.ts'

/** A paid purchase of four sessions with Sofia, in the sandbox. */
export function payment(given: Partial<Payment> = {}): Payment {
  return {
    _id: crypto.randomUUID(),
    sessionId: 'sandbox_1',
    payer: 'self',
    amount: 115,
    amountMinor: 11_500,
    currency: 'USD',
    status: 'paid',
    refundedMinor: 0,
    createdAt: '2026-11-20T09:00:00.000Z',
    paidAt: '2026-11-20T09:01:00.000Z',
    serviceProviderId: '0193a000-0000-7000-8000-00000000aaaa',
    provider: { firstname: 'Sofia', lastname: 'Haddad' },
    metadata: { type: 'bundle', sessions: 4, duration: 60, frequency: 'weekly' },
    sessionsUsed: 1,
    sessionsLeft: 3,
    receipt: { number: 'Z-1', netMinor: 10_000, vatMinor: 1_500, vatPercent: 15 },
    sandbox: true,
    ...given,
  }
}
