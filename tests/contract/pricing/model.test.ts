import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { pricingApi, planInputSchema, plansMax, sessionsOfType } from '#contract/pricing/api.ts'

const bundle = { type: 'bundle', price: 99.99, sessions: 4, duration: 50, frequency: 'weekly' }
const single = { type: 'single', price: 30, sessions: 1, duration: 50, frequency: 'single' }

describe('choosing a type', () => {
  test('empties a bundle and fixes a single session', () => {
    expect(sessionsOfType('bundle')).toEqual({ sessions: 0, frequency: '' })
    expect(sessionsOfType('single')).toEqual({ sessions: 1, frequency: 'single' })
  })
})

describe('a plan', () => {
  test('is read with its price in minor units', () => {
    expect(v.parse(planInputSchema, bundle)).toEqual({
      type: 'bundle',
      priceMinor: 9_999,
      sessions: 4,
      duration: 50,
      frequency: 'weekly',
    })
    expect(v.parse(planInputSchema, single).priceMinor).toBe(3_000)
    expect(v.parse(planInputSchema, { ...bundle, frequency: '' }).frequency).toBe('')
  })

  test.each([
    ['a bundle as it is chosen', { ...bundle, ...sessionsOfType('bundle') }, 'sessions'],
    ['too many sessions', { ...bundle, sessions: 101 }, 'sessions'],
    ['half a session', { ...bundle, sessions: 1.5 }, 'sessions'],
    ['a single plan of two sessions', { ...single, sessions: 2 }, 'sessions'],
    ['a single plan every week', { ...single, frequency: 'weekly' }, 'frequency'],
    ['a bundle that calls itself single', { ...bundle, frequency: 'single' }, 'frequency'],
    ['a price below a cent', { ...bundle, price: 9.999 }, 'price'],
    ['a price of nothing', { ...bundle, price: 0 }, 'price'],
    ['a negative price', { ...bundle, price: -10 }, 'price'],
    ['a price in words', { ...bundle, price: '99.99' }, 'price'],
    ['a price that no card carries', { ...bundle, price: 500_000.01 }, 'price'],
    ['no time at all', { ...bundle, duration: 0 }, 'duration'],
    ['a session of a day', { ...bundle, duration: 1_440 }, 'duration'],
    ['a final price of its own', { ...bundle, finalPrice: 1 }, 'finalPrice'],
    ['a type of its own', { ...bundle, type: 'gift' }, 'type'],
  ])('is refused with %s', (_, plan, field) => {
    const { issues } = v.safeParse(planInputSchema, plan)
    expect(issues?.map((issue) => v.getDotPath(issue))).toContain(field)
  })

  test('a bundle without sessions says what it lacks', () => {
    const { issues } = v.safeParse(planInputSchema, { ...bundle, sessions: 0 })
    expect(issues?.[0].message).toBe('A bundle needs at least 1 session')
  })
})

describe('what a provider sells', () => {
  const { schema } = pricingApi.savePricing.body
  const module = {
    serviceProviderId: '0190a0a0-0000-7000-8000-000000000001',
    currency: 'EGP',
    pricingPlans: [bundle, single],
  }

  test('is read whole', () => {
    expect(v.parse(schema, module).pricingPlans).toHaveLength(2)
    expect(v.is(schema, { ...module, pricingPlans: [] })).toBe(true)
  })

  test.each([
    ['another currency', { ...module, currency: 'EUR' }],
    [
      'too many plans',
      { ...module, pricingPlans: Array.from({ length: plansMax + 1 }, () => single) },
    ],
    ['nobody', { ...module, serviceProviderId: 'sofia' }],
  ])('is refused with %s', (_, given) => {
    expect(v.is(schema, given)).toBe(false)
  })
})
