import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { majorOf, minorOf, withVat } from '#contract/pricing/money.ts'

describe('VAT', () => {
  test.each([
    [0, 0],
    [100, 114],
    [10_000, 11_400],
    [9_999, 11_399],
    [1, 1],
    [3, 3],
    [4, 5],
    [25, 29],
    [75, 86],
    [125, 143],
  ])('on %i makes %i', (priceMinor, finalMinor) => {
    expect(withVat(priceMinor)).toBe(finalMinor)
  })

  test('is rounded half up, held against whole numbers without any rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000_000 }), (priceMinor) => {
        const exactHundredths = BigInt(priceMinor) * 114n
        const halfUp = (exactHundredths + 50n) / 100n
        expect(BigInt(withVat(priceMinor))).toBe(halfUp)
      }),
    )
  })
})

describe('an amount', () => {
  test.each([
    ['99.99', 9_999],
    [99.99, 9_999],
    [1.15, 115],
    [0.1, 10],
    ['7', 700],
    [' 12.5 ', 1_250],
    ['١٢٫٥', 1_250],
    ['12,50', 1_250],
    ['١٢,٥', 1_250],
    ['۳', 300],
    [1_000_000, 100_000_000],
  ])('%j is %i minor units', (amount, minor) => {
    expect(minorOf(amount)).toBe(minor)
  })

  test.each([
    '',
    '.',
    '1.',
    '.5',
    '1.234',
    '-1',
    '1,139',
    '1,139.99',
    '1.139,99',
    ',5',
    '1e3',
    '٫٥',
    '½',
    'NaN',
    '12345678',
  ])('%j is none', (text) => {
    expect(minorOf(text)).toBeUndefined()
  })

  test.each([Number.NaN, Infinity, -1, 1.005, 0.001, 1e21])('%d is none', (amount) => {
    expect(minorOf(amount)).toBeUndefined()
  })

  test('survives the way over the wire and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (minor) => {
        expect(minorOf(JSON.parse(JSON.stringify(majorOf(minor))))).toBe(minor)
      }),
    )
  })
})
