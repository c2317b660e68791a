import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { paymentsApi, checkoutIdSchema } from '#contract/payments/api.ts'

describe('beginning to buy', () => {
  const { schema } = paymentsApi.createCheckoutSession.body
  const body = {
    serviceProviderId: '0190a0a0-0000-7000-8000-000000000001',
    pricingPlanId: '0190a0a0-0000-7000-8000-000000000002',
  }

  test('leaves out a price that is sent along', () => {
    expect(v.parse(schema, { ...body, price: 1, finalPrice: 1, currency: 'EGP' })).toEqual(body)
  })

  test.each([{}, { ...body, pricingPlanId: '1' }, { ...body, serviceProviderId: '' }])(
    '%j is refused',
    (given) => {
      expect(v.is(schema, given)).toBe(false)
    },
  )
})

test.each([
  ['cs_test_a1B2', true],
  ['0190a0a0-0000-7000-8000-000000000001', true],
  ['', false],
  ['{CHECKOUT_SESSION_ID}', false],
  ['../x', false],
  ['x'.repeat(256), false],
])('%j names a checkout: %j', (id, named) => {
  expect(v.is(checkoutIdSchema, id)).toBe(named)
})
