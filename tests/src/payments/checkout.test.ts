import { expect, test } from 'vitest'
import { isCheckoutAddress } from '#src/features/payments/payment-parts.tsx'

test.each(['/payment/sandbox/sandbox_1', 'https://checkout.example/c/1', 'http://localhost/c'])(
  '%s is an address to pay at',
  (address) => {
    expect(isCheckoutAddress(address)).toBe(true)
  },
)

test.each([
  '',
  'checkout',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
])('%j is none', (address) => {
  expect(isCheckoutAddress(address)).toBe(false)
})
