import * as v from 'valibot'
import { westernDigits } from '../language.ts'

/** Spec 9. */
export const currencies = ['USD', 'EGP'] as const
export type Currency = (typeof currencies)[number]
export const currencySchema = v.picklist(currencies)

/** Money is counted in whole minor units, cents or piastres; both currencies have a hundred of them. */
const minorPerMajor = 100

/** Spec 9. */
export const vatPercent = 14

/** A price with its VAT, in minor units, rounded half up. Asked once per plan: sums of it are never rounded again. */
export function withVat(priceMinor: number): number {
  return Math.floor((priceMinor * (100 + vatPercent) + 50) / 100)
}

const decimalShape = /^\d{1,7}(?:\.\d{1,2})?$/

/**
 * The minor units of an amount as it is written or sent, `'99.99'`, `'99,99'`, `'٩٩٫٩٩'` or `99.99`; undefined for what has
 * more than two decimals or is no such amount. Read digit by digit: 1.15 times 100 is not 115 to a computer.
 */
export function minorOf(amount: string | number): number | undefined {
  const text = westernDigits(String(amount)).replace(/[٫,]/, '.').trim()
  if (!decimalShape.test(text)) return undefined
  const [whole = '', decimals = ''] = text.split('.')
  return Number(whole + decimals.padEnd(2, '0'))
}

/** The amount as the calls of the spec write it: with decimals. */
export function majorOf(minor: number): number {
  return minor / minorPerMajor
}

/** An amount in minor units. */
export const minorSchema = v.pipe(v.number(), v.integer(), v.minValue(0))
