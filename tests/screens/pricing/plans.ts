import type { Plan } from '#contract/pricing/api.ts'

export const providerId = '0193a000-0000-7000-8000-00000000aaaa'

/** A single session of an hour for 10.00. */
export function plan(given: Partial<Plan> = {}): Plan {
  return {
    _id: crypto.randomUUID(),
    type: 'single',
    sessions: 1,
    duration: 60,
    frequency: 'single',
    price: 10,
    finalPrice: 11.5,
    priceMinor: 1_000,
    finalPriceMinor: 1_150,
    ...given,
  }
}
